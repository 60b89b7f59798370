package dev.tenure.queue.zone;

import dev.tenure.queue.Lease;
import dev.tenure.queue.WorkItem;

/** An item with its body, and the lease that the caller holds on it. */
public record LeasedItem(WorkItem item, Lease lease) {}
