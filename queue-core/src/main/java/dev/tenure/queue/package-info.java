/**
 * The values that all parts of the queue share: tenants, work types, items, leases, limits. Start
 * at {@link dev.tenure.queue.WorkType} and {@link dev.tenure.queue.NewItem}; clusters are opened
 * with {@link dev.tenure.queue.cluster.Deployment}, and items are enqueued and ended through {@link
 * dev.tenure.queue.zone.QueueZone}. Must stay true: every value is immutable and checks itself when
 * it is made. Must not know transactions, threads or Spring.
 */
@NullMarked
package dev.tenure.queue;

import org.jspecify.annotations.NullMarked;
