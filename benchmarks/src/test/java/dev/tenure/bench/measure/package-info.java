@NullMarked
package dev.tenure.bench.measure;

import org.jspecify.annotations.NullMarked;
