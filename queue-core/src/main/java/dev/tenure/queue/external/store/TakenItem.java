package dev.tenure.queue.external.store;

import dev.tenure.queue.WorkItem;

/**
 * An item that a dequeue has taken, with its body.
 *
 * @param item its times are those of the store's clock
 * @param life the number that it got when it was enqueued
 */
public record TakenItem(WorkItem item, long life) {}
