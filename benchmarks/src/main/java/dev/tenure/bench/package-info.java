/**
 * Measurements, each beside its peer in the same run, on the same machine and disk. Start at {@link
 * dev.tenure.bench.BenchCommand}. Must stay true: a figure is a ratio against something measured
 * next to it; a rate alone says nothing on a noisy machine.
 */
@NullMarked
package dev.tenure.bench;

import org.jspecify.annotations.NullMarked;
