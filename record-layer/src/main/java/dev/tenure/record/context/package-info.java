/**
 * One transaction: its options, its reads and writes, its commit and what follows the commit.
 *
 * <p>Start at {@link dev.tenure.record.context.RecordContext}, which only wires: {@code
 * ContextLife} is its state, {@code ContextWriter} its writes, {@link
 * dev.tenure.record.context.ContextCommit} its commit. {@code CommitGate} keeps writes and the
 * commit apart; {@code CommitSteps} holds checks, last writes and hooks. {@link
 * dev.tenure.record.context.ContextOpener} opens contexts; {@link
 * dev.tenure.record.context.TransactionEnvironment} is what the process gives to them.
 *
 * <p>What must stay true: state belongs to a transaction, never to an object or a thread; nothing
 * blocks; every write of the layer goes through the context, which notes it; a commit contains all
 * writes of an operation or none. This package knows neither retries nor records.
 */
@NullMarked
package dev.tenure.record.context;

import org.jspecify.annotations.NullMarked;
