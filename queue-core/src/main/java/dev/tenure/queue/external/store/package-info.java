/**
 * What a store of external zones must do ({@link dev.tenure.queue.external.store.ExternalStore}):
 * the items of such zones lie there, and their pointers in FoundationDB (paper section 6.1). Start
 * at the interface; docs/external-stores.md has the protocol.
 *
 * <p>Must stay true: a store speaks of operations on items, and never of rows; durations are
 * counted by the store's clock. Must not know clusters, pointers or transactions of FoundationDB.
 */
@NullMarked
package dev.tenure.queue.external.store;

import org.jspecify.annotations.NullMarked;
