/**
 * Stores the committed rows: an ordered map with snapshots, in memory ({@link
 * dev.tenure.embedded.storage.MemoryStorage}, a persistent B-tree whose snapshot is its root) or on
 * disk ({@link dev.tenure.embedded.storage.RocksStorage}). Start at {@link
 * dev.tenure.embedded.storage.Storage}.
 *
 * <p>What must stay true: a batch is applied whole or not at all; a snapshot never changes; arrays
 * given out belong to the caller; a damaged database is an error that names the file, never fewer
 * rows. Knows nothing of transactions, conflicts or versions.
 */
@NullMarked
package dev.tenure.embedded.storage;

import org.jspecify.annotations.NullMarked;
