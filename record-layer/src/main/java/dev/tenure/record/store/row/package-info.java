/**
 * Where everything of a store lies, and its rows as they are stored: keys, split records, version
 * slots, scans of them.
 *
 * <p>Start at {@link dev.tenure.record.store.row.StoreKeys}, then {@link
 * dev.tenure.record.store.row.RowScan}. For the packages of stores; it knows no header, and what a
 * row holds only as bytes.
 */
@NullMarked
package dev.tenure.record.store.row;

import org.jspecify.annotations.NullMarked;
