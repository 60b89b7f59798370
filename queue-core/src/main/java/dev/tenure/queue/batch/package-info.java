/**
 * Enqueues many items in several transactions. Start at {@link
 * dev.tenure.queue.batch.BatchEnqueue}. Items that must be enqueued all or none go through {@link
 * dev.tenure.queue.zone.QueueZone#enqueueAll} instead. Must stay true: an item's id is drawn once,
 * before the first attempt to write it, and every item has exactly one outcome, in the order given.
 * Must not know threads.
 */
@NullMarked
package dev.tenure.queue.batch;

import org.jspecify.annotations.NullMarked;
