/**
 * The embedded engine beside raw RocksDB. Start at {@link dev.tenure.bench.engine.EngineBench},
 * which lists the measurements. Each measurement is a class that gives lines of the table.
 */
@NullMarked
package dev.tenure.bench.engine;

import org.jspecify.annotations.NullMarked;
