/**
 * Cursors: sequences of values that can be read in slices, with the reason of each stop and a
 * continuation for the next slice.
 *
 * <p>Start at {@link dev.tenure.record.cursor.RecordCursor}, then {@link
 * dev.tenure.record.cursor.Cursors}; a new kind of scan uses a {@link
 * dev.tenure.record.cursor.LeafScan}. An operator is a small class that knows only its next step;
 * {@code StrictCursor}, which wraps it, enforces the rules of calling.
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>The slices of a cursor together are the values of a cursor that was not stopped.
 *   <li>Each execution makes progress.
 *   <li>A limit is never reported as the end.
 *   <li>This package knows nothing of records and indexes, and of transactions only that a scan may
 *       need several.
 * </ul>
 */
@NullMarked
package dev.tenure.record.cursor;

import org.jspecify.annotations.NullMarked;
