/**
 * The code that the measurements of several commands share: {@link
 * dev.tenure.bench.measure.Clients} run an operation from several threads, {@link
 * dev.tenure.bench.measure.Pairing} measures two operations in turns, {@link
 * dev.tenure.bench.measure.Percentiles} holds times. Knows no command and no system that is
 * measured.
 */
@NullMarked
package dev.tenure.bench.measure;

import org.jspecify.annotations.NullMarked;
