package dev.tenure.consumer.end;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import java.util.Optional;

/**
 * The completion queue that an end waits in. The transactions of one queue follow one another,
 * those of different queues run side by side.
 *
 * @param tenant of ends with effects; empty for the ends without effects of all tenants
 * @param apart whether each end has a transaction to itself
 */
record EndQueue(QueueCluster cluster, Optional<TenantId> tenant, boolean apart) {}
