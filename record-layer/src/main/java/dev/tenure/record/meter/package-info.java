/**
 * Measures of transactions and queries: counters, timers, summaries, and the logs of slow ones.
 *
 * <p>Start at {@link dev.tenure.record.meter.RecordMeters}, which an application implements on its
 * metrics library, and {@link dev.tenure.record.meter.TransactionListener}; queries are told to a
 * {@link dev.tenure.record.meter.QueryListener}. {@link dev.tenure.record.meter.ContextMeasure}
 * measures one transaction, {@link dev.tenure.record.meter.Observation} has the receivers of its
 * numbers.
 *
 * <p>What must stay true: the names of meters are few and fixed; a tag is the name of a run, never
 * a key, a tenant or a number; an error of a meter or listener cannot fail a transaction. This
 * package knows neither records nor contexts.
 */
@NullMarked
package dev.tenure.record.meter;

import org.jspecify.annotations.NullMarked;
