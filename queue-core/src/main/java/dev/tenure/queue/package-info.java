/**
 * The words of the queue: tenants, work types, items and their limits. Start at {@link
 * dev.tenure.queue.cluster.Deployment} to open clusters and at {@link
 * dev.tenure.queue.zone.QueueZone} for what can be done with items. Values here are immutable and
 * know nothing of transactions, threads or Spring.
 */
@NullMarked
package dev.tenure.queue;

import org.jspecify.annotations.NullMarked;
