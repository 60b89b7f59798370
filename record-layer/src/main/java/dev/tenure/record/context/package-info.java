/**
 * One transaction: its options, its reads and writes, its commit, and the hooks after the commit.
 *
 * <p>Start at {@link dev.tenure.record.context.RecordContext}, which wires the other classes:
 *
 * <ul>
 *   <li>{@code ContextLife} is the state of the context: open, committing, committed, closed.
 *   <li>{@code ContextWriter} does the writes.
 *   <li>{@link dev.tenure.record.context.ContextCommit} does the commit. {@code CommitGate} makes
 *       the commit wait for writes under way, and refuses later writes. {@code CommitSteps} holds
 *       checks, last writes and hooks.
 *   <li>{@link dev.tenure.record.context.ContextOpener} opens contexts, with the clock, random
 *       numbers and executors of a {@link dev.tenure.record.context.TransactionEnvironment}.
 * </ul>
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>State belongs to a transaction, never to an object or a thread.
 *   <li>No method blocks.
 *   <li>Each write of a layer goes through the context, which records the key.
 *   <li>A commit contains all writes of an operation or none.
 *   <li>This package knows neither retries nor records.
 * </ul>
 */
@NullMarked
package dev.tenure.record.context;

import org.jspecify.annotations.NullMarked;
