/**
 * A transaction as its user sees it: reads over the stored rows merged with its own writes, the
 * conflict ranges both leave behind, options, the commit request made of it all, and retries.
 *
 * <p>Start at {@link dev.tenure.embedded.transaction.EmbeddedTransaction}, the object users hold;
 * it asks {@link dev.tenure.embedded.transaction.Attempt}, which is everything one try knows and a
 * retry forgets. Writes lie in {@link dev.tenure.embedded.transaction.WriteBuffer}, stored rows
 * already seen in {@link dev.tenure.embedded.transaction.KnownRows}; {@link
 * dev.tenure.embedded.transaction.Segments} walks both as one, and {@link
 * dev.tenure.embedded.transaction.ForwardScan} and {@link
 * dev.tenure.embedded.transaction.BackwardScan} read ranges over it.
 *
 * <p>What must stay true: results, error codes and conflict ranges are those of FoundationDB 7.3;
 * every mutable object belongs to one attempt and is used under its monitor; nothing here blocks,
 * reads a clock of its own or starts a thread; no future is completed while a monitor is held.
 * Knows nothing of storage, versions' origin or how a commit is carried out.
 */
@NullMarked
package dev.tenure.embedded.transaction;

import org.jspecify.annotations.NullMarked;
