@NullMarked
package dev.tenure.bench.text;

import org.jspecify.annotations.NullMarked;
