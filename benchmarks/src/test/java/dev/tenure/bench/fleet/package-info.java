@NullMarked
package dev.tenure.bench.fleet;

import org.jspecify.annotations.NullMarked;
