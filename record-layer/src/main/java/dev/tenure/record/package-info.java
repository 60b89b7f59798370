/**
 * Records, indexes and transactions on any fdb-java {@code Database}; all types are in the packages
 * below.
 *
 * <p>Start at {@link dev.tenure.record.database.RecordDatabase} (transactions with retries), {@link
 * dev.tenure.record.metadata.RecordMetaData} (what a store holds) and {@link
 * dev.tenure.record.store.RecordStore} (save, load, scan).
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>The packages form no cycle.
 *   <li>Time, random numbers and executors are injected.
 *   <li>Only fdb-java's interfaces are used, and none of its classes that load native code.
 *   <li>Nothing here knows queues, or the engine below.
 * </ul>
 */
@NullMarked
package dev.tenure.record;

import org.jspecify.annotations.NullMarked;
