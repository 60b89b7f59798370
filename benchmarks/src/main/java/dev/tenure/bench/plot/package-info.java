/**
 * Plots, as SVG and as PNG from one drawing. Start at {@link dev.tenure.bench.plot.Plots}. The same
 * panels give the same SVG, to the byte.
 */
@NullMarked
package dev.tenure.bench.plot;

import org.jspecify.annotations.NullMarked;
