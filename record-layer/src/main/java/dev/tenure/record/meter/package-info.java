/**
 * What transactions of the record layer tell about themselves: counters, timers, summaries, and the
 * log of slow ones.
 *
 * <p>Start at {@link dev.tenure.record.meter.RecordMeters}, which an application implements on its
 * metrics library, and {@link dev.tenure.record.meter.TransactionListener}. {@link
 * dev.tenure.record.meter.TransactionMeter} counts one transaction.
 *
 * <p>What must stay true: names are few and known beforehand; a tag is the name of a run, never a
 * key, a tenant or a number; nothing here can fail a transaction. Knows nothing of records or of
 * contexts.
 */
@NullMarked
package dev.tenure.record.meter;

import org.jspecify.annotations.NullMarked;
