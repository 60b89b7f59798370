/**
 * Changes all records of a query, over many transactions, while the store is used.
 *
 * <p>Start at {@link dev.tenure.record.modify.QueryChanger}; docs/modify-by-query.md says which
 * records are changed exactly once, and why. A {@link dev.tenure.record.modify.QueryChange}
 * describes the deletion or update. {@code ChangeRun} repeats {@code ChangeSlice}, which is one
 * transaction: it reads rows of a plan and changes their records. What must stay true: the
 * transaction that changes a record conflicts with every other change of it; a position never moves
 * back, and moves only with a commit. No other package of this module uses this one.
 */
@NullMarked
package dev.tenure.record.modify;

import org.jspecify.annotations.NullMarked;
