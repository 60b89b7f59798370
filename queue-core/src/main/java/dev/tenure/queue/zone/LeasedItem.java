package dev.tenure.queue.zone;

import dev.tenure.queue.Lease;
import dev.tenure.queue.WorkItem;

/** An item with its body, and the caller's lease on it. */
public record LeasedItem(WorkItem item, Lease lease) {}
