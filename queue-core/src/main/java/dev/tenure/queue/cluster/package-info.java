/**
 * Clusters and the tenants on them. Start at {@link dev.tenure.queue.cluster.Deployment}: it routes
 * a tenant's transaction to the {@link dev.tenure.queue.cluster.QueueCluster} that holds its store.
 * Must stay true: a tenant's store and its entry in ClusterDB are made in one transaction, and a
 * transaction never spans clusters. Must not know threads.
 */
@NullMarked
package dev.tenure.queue.cluster;

import org.jspecify.annotations.NullMarked;
