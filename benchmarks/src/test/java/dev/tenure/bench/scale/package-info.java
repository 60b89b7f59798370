@NullMarked
package dev.tenure.bench.scale;

import org.jspecify.annotations.NullMarked;
