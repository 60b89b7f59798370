package dev.tenure.consumer.end;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import java.util.Optional;

/**
 * The completion queue in which an end waits. The transactions of one queue run one after the
 * other; different queues run in parallel.
 *
 * @param cluster the cluster of the items
 * @param tenant the tenant of ends with effects; empty for ends without effects, of all tenants
 * @param apart whether each end has a separate transaction
 */
record EndQueue(QueueCluster cluster, Optional<TenantId> tenant, boolean apart) {}
