/**
 * A database: transactions with retries, and commits whose result is unknown.
 *
 * <p>Start at {@link dev.tenure.record.database.RecordDatabase}. A {@code Runner} is one call of
 * {@code run}, a {@code RunAttempt} one of its transactions. {@code CommitMarkers} keeps the keys
 * by which the runner finds out whether a commit was applied.
 *
 * <p>What must stay true: with commit markers, a body that is not idempotent is applied at most
 * once; a run ends within its limits, even when the database never answers. This package knows
 * nothing of records.
 */
@NullMarked
package dev.tenure.record.database;

import org.jspecify.annotations.NullMarked;
