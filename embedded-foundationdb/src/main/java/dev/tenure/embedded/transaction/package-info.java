/**
 * The client half of the engine: what a user of {@link com.apple.foundationdb.Transaction} asks,
 * from the first read to the retry. Start at {@link
 * dev.tenure.embedded.transaction.EmbeddedTransaction}, the object that users hold. It delegates to
 * one class for each kind of call, and all of these share one {@code TransactionAttempt}: what one
 * try has read, written and set, which a retry forgets.
 *
 * <pre>
 *   EmbeddedTransaction
 *     ├─ get, getKey, getRange   ReadPath     → PointRead, range.ReadView, SpecialKeys
 *     ├─ set, clear, mutate      WritePath    → write.WriteBuffer
 *     ├─ watch                   WatchPath    → WatchList
 *     ├─ commit                  CommitPath   → commit.CommitRequest → commit.TransactionServer
 *     └─ onError, reset, cancel  Lifecycle    → RetryPolicy, the next TransactionAttempt
 * </pre>
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>Results, error codes and conflict ranges are those of FoundationDB 7.3.
 *   <li>Every mutable object belongs to one attempt and is used under its monitor. No future is
 *       completed while a monitor is held.
 *   <li>Nothing here blocks, reads a clock of its own or starts a thread.
 * </ul>
 *
 * <p>Knows nothing of storage, of where versions come from, or of how a commit is carried out.
 */
@NullMarked
package dev.tenure.embedded.transaction;

import org.jspecify.annotations.NullMarked;
