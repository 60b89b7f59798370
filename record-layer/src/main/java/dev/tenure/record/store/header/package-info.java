/**
 * What a store says about itself: version, lock and fields, the states of its indexes, and the
 * definitions that it was last opened with.
 *
 * <p>An application meets {@link dev.tenure.record.store.header.StoreHeader} and {@link
 * dev.tenure.record.store.header.StoreLock}. Inside, start at {@link
 * dev.tenure.record.store.header.StoredState}, which is the header range as it is stored; {@link
 * dev.tenure.record.store.header.StoreStateCache} keeps it between transactions, and {@link
 * dev.tenure.record.store.header.LayoutCheck} compares it with metadata.
 */
@NullMarked
package dev.tenure.record.store.header;

import org.jspecify.annotations.NullMarked;
