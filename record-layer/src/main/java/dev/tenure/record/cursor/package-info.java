/**
 * Values read one after another, in slices: cursors, why they stop, and where another goes on.
 *
 * <p>Start at {@link dev.tenure.record.cursor.RecordCursor}, then {@link
 * dev.tenure.record.cursor.Cursors}; a scan of one's own keeps a {@link
 * dev.tenure.record.cursor.LeafScan}. What must stay true: the slices of a cursor, wherever it was
 * stopped, are together the cursor that was not; each execution gets on; a limit is never taken for
 * the end. An operator is one small class that only knows its next step; {@code StrictCursor}
 * around it keeps the rules of calling. This package knows nothing of records and indexes, and of
 * transactions only that a scan may go over several.
 */
@NullMarked
package dev.tenure.record.cursor;

import org.jspecify.annotations.NullMarked;
