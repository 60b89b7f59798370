package dev.tenure.consumer;

import dev.tenure.queue.cluster.QueueCluster;

/** A top-level queue to be scanned: one shard of one cluster. */
record Source(QueueCluster cluster, int shard) {

  @Override
  public String toString() {
    return "shard " + shard + " of " + cluster.name();
  }
}
