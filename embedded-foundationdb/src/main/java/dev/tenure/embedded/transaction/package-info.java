/**
 * The client half of the engine: all operations of {@link com.apple.foundationdb.Transaction}, from
 * the first read to the retry. Start at {@link
 * dev.tenure.embedded.transaction.EmbeddedTransaction}, the object that users hold. It delegates to
 * one class for each kind of call, and all of these share one {@code TransactionAttempt}: the
 * reads, writes and options of one attempt, which a retry drops.
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
 *   <li>No code here blocks, reads a clock that was not injected, or starts a thread.
 * </ul>
 *
 * <p>Knows neither storage, nor the origin of versions, nor the stages of a commit.
 */
@NullMarked
package dev.tenure.embedded.transaction;

import org.jspecify.annotations.NullMarked;
