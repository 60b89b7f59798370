/**
 * Changes all records of a query, over many transactions, while the store is used.
 *
 * <p>Start at {@link dev.tenure.record.modify.QueryChanger}; docs/modify-by-query.md says what is
 * exact and why. A {@link dev.tenure.record.modify.QueryChange} is what is done, {@code ChangeRun}
 * repeats {@code ChangeSlice}, one transaction that reads rows of a plan and changes their records.
 * What must stay true: the transaction that changes a record conflicts with every other change of
 * it; a position never moves back, and moves only with a commit. Nothing knows this package.
 */
@NullMarked
package dev.tenure.record.modify;

import org.jspecify.annotations.NullMarked;
