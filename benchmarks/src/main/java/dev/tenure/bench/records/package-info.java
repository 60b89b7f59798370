/**
 * What is measured of the record layer. Start at {@link dev.tenure.bench.records.RecordsBench}; one
 * class a measurement, all on the embedded engine in memory.
 */
@NullMarked
package dev.tenure.bench.records;

import org.jspecify.annotations.NullMarked;
