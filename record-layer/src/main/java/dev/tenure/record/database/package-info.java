/**
 * Transactions with retries on one database, and the handling of commits whose result is unknown.
 *
 * <p>Start at {@link dev.tenure.record.database.RecordDatabase}. A {@code Runner} is one call of
 * {@code run}, a {@code RunAttempt} one of its transactions. {@code CommitMarkers} keeps the keys
 * by which the runner finds out whether a commit was applied.
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>With commit markers, a body that is not idempotent is applied at most once.
 *   <li>A run ends within its limits, even when the database never answers.
 *   <li>This package knows nothing of records.
 * </ul>
 */
@NullMarked
package dev.tenure.record.database;

import org.jspecify.annotations.NullMarked;
