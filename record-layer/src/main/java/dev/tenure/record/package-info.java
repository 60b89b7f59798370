/**
 * Records, indexes and transactions on any fdb-java {@code Database}; all types are in the packages
 * below.
 *
 * <p>Start at {@link dev.tenure.record.database.RecordDatabase} (transactions with retries), {@link
 * dev.tenure.record.metadata.RecordMetaData} (what a store holds) and {@link
 * dev.tenure.record.store.RecordStore} (save, load, scan).
 *
 * <p>What must stay true: no package depends on itself through others; time, random numbers and
 * executors are injected; only fdb-java's interfaces are used, and none of its classes that load
 * native code. Nothing here knows queues or the engine below.
 */
@NullMarked
package dev.tenure.record;

import org.jspecify.annotations.NullMarked;
