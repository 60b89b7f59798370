/**
 * Many items enqueued in several transactions. Start at {@link
 * dev.tenure.queue.batch.BatchEnqueue}. Must stay true: an item's id is drawn once, before the
 * first attempt to write it, and every item has exactly one outcome, in the order given. What must
 * be all or nothing is {@link dev.tenure.queue.zone.QueueZone#enqueueAll} instead.
 */
@NullMarked
package dev.tenure.queue.batch;

import org.jspecify.annotations.NullMarked;
