/**
 * The keys and stored rows of a store: split records, version slots, and scans of rows.
 *
 * <p>Start at {@link dev.tenure.record.store.row.StoreKeys}, then {@link
 * dev.tenure.record.store.row.RowScan}. Only the packages of stores use it. It does not know the
 * header, and treats the content of rows as bytes.
 */
@NullMarked
package dev.tenure.record.store.row;

import org.jspecify.annotations.NullMarked;
