/**
 * Records, indexes and transactions on any fdb-java {@code Database}.
 *
 * <p>Start at {@link dev.tenure.record.database.RecordDatabase} (transactions with retries), {@link
 * dev.tenure.record.metadata.RecordMetaData} (what a store holds) and {@link
 * dev.tenure.record.store.RecordStore} (save, load, scan). The store only wires: opening is in
 * {@code StoreOpener}, keys in {@code StoreKeys}, reading in {@code RecordReader}, writing in
 * {@code RecordWriter}, index upkeep in {@code IndexMaintainer}s, counts in {@code PendingCounts}.
 *
 * <p>What must stay true: state belongs to (transaction, store), never to an object or a thread;
 * nothing blocks; time, chance and executors are injected; only fdb-java's interfaces are used, and
 * none of its classes that load native code; every write of the layer goes through {@link
 * dev.tenure.record.context.RecordContext}, which notes it. Knows nothing of queues or of the engine below.
 */
@NullMarked
package dev.tenure.record;

import org.jspecify.annotations.NullMarked;

