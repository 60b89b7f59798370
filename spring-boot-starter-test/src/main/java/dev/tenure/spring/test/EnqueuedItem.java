package dev.tenure.spring.test;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.inspect.ItemState;
import java.time.Instant;

/**
 * An item that waits.
 *
 * @param due the time at which it may run
 */
public record EnqueuedItem<P>(
    TenantId tenant, String zone, String id, ItemState state, Instant due, P payload) {}
