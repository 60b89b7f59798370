/**
 * The things that all parts of one consumer use: its options, clock, timer, executors, random
 * numbers, counters, log and listener. Start at {@link
 * dev.tenure.consumer.environment.Environment}.
 *
 * <p>Must stay true: nothing here starts a thread, reads a clock or draws a random number, unless
 * it was injected. A task that an executor refuses is offered again while the consumer lives. An
 * exception of application code, such as a listener or an executor, costs no thread and no task.
 * Must not know items, zones or transactions.
 */
@NullMarked
package dev.tenure.consumer.environment;

import org.jspecify.annotations.NullMarked;
