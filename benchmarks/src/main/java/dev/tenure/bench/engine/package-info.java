/**
 * The embedded engine beside raw RocksDB. Start at {@link dev.tenure.bench.engine.EngineBench},
 * which lists the measurements; each is a class of its own that yields lines of the table.
 */
@NullMarked
package dev.tenure.bench.engine;

import org.jspecify.annotations.NullMarked;
