@NullMarked
package dev.tenure.bench.plot;

import org.jspecify.annotations.NullMarked;
