/**
 * Record stores: records with their indexes in one subspace.
 *
 * <p>Start at {@link dev.tenure.record.store.RecordStore}, which wires the other classes:
 *
 * <ul>
 *   <li>{@code StoreOpener} reads or creates the header. {@code CatchUp} brings an older store to
 *       newer metadata.
 *   <li>{@code RecordReader} and {@code RecordWriter} load, scan, save and delete.
 *   <li>{@code StoreState} is the state that one transaction has of one store.
 *   <li>{@code header.StoreStateCache} keeps headers in memory between transactions.
 *   <li>{@code row.StoreKeys} knows the key of each row.
 * </ul>
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>State belongs to a transaction and a store, never to an object.
 *   <li>A transaction that changes or clears a header or an index state invalidates the caches of
 *       all processes ({@code RecordContext.expireStoreStates}).
 * </ul>
 */
@NullMarked
package dev.tenure.record.store;

import org.jspecify.annotations.NullMarked;
