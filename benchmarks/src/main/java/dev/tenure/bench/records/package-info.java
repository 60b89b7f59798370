/**
 * Measurements of the record layer on the embedded engine in memory. Start at {@link
 * dev.tenure.bench.records.RecordsBench}; each measurement is one class.
 */
@NullMarked
package dev.tenure.bench.records;

import org.jspecify.annotations.NullMarked;
