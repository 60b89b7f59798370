/**
 * Clusters, the tenants on them, and the consumers of them. Start at {@link
 * dev.tenure.queue.cluster.Deployment}: it routes a tenant's transaction to the {@link
 * dev.tenure.queue.cluster.QueueCluster} that holds its store. Must stay true: a tenant's store and
 * its entry in ClusterDB are created in one transaction, and no transaction spans two clusters.
 * Must not know threads or the views of operators.
 */
@NullMarked
package dev.tenure.queue.cluster;

import org.jspecify.annotations.NullMarked;
