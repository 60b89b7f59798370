/**
 * The header of a store: versions, lock and user fields, the states of its indexes, and the
 * definitions with which it was last opened.
 *
 * <p>Applications use {@link dev.tenure.record.store.header.StoreHeader} and {@link
 * dev.tenure.record.store.header.StoreLock}. To read the code, start at {@link
 * dev.tenure.record.store.header.StoredState}, the stored form of the header; {@link
 * dev.tenure.record.store.header.StoreStateCache} keeps it between transactions, and {@link
 * dev.tenure.record.store.header.LayoutCheck} compares it with metadata.
 */
@NullMarked
package dev.tenure.record.store.header;

import org.jspecify.annotations.NullMarked;
