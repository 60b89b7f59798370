/**
 * Waiting without blocking: loops over futures, delays between retries, the pace of long work.
 *
 * <p>Start at {@link dev.tenure.record.async.AsyncLoop} and {@link
 * dev.tenure.record.async.ExponentialBackoff}. What must stay true: no thread is blocked, and a
 * loop over futures that are already done does not grow the stack. This package knows futures and
 * errors, and nothing of transactions.
 */
@NullMarked
package dev.tenure.record.async;

import org.jspecify.annotations.NullMarked;
