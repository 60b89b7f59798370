/**
 * Record stores: records with their indexes in one subspace.
 *
 * <p>Start at {@link dev.tenure.record.store.RecordStore}, which only wires: {@code StoreOpener}
 * finds or makes the header and {@code CatchUp} brings an older store to newer metadata, {@code
 * RecordReader} and {@code RecordWriter} do the work, {@code StoreState} is what one transaction
 * knows of one store, {@code StoreStateCache} what a process remembers between transactions, and
 * {@code StoreKeys} knows where everything lies; the latter two are in {@code header} and {@code
 * row}. What must stay true: state belongs to a transaction and a store, never to an object;
 * whoever changes or clears a header or an index state expires what other processes remember.
 */
@NullMarked
package dev.tenure.record.store;

import org.jspecify.annotations.NullMarked;
