/**
 * Values read one after another, in slices: cursors, why they stop, and where another goes on.
 *
 * <p>Start at {@link dev.tenure.record.cursor.RecordCursor}. What must stay true: the slices of a
 * scan, wherever it was stopped, are together the scan that was not. This package knows nothing of
 * records and indexes.
 */
@NullMarked
package dev.tenure.record.cursor;

import org.jspecify.annotations.NullMarked;
