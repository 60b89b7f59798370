@NullMarked
package dev.tenure.bench.life;

import org.jspecify.annotations.NullMarked;
