package dev.tenure.queue.zone;

/**
 * What an enqueue did.
 *
 * @param id the item's id, given or drawn
 * @param existed whether an item, or a dead letter, of that id was there already; then nothing was
 *     changed
 */
public record EnqueueResult(String id, boolean existed) {}
