package dev.tenure.consumer.visit;

import dev.tenure.queue.cluster.QueueCluster;

/** A top-level queue to be scanned: one shard of one cluster. */
public record Source(QueueCluster cluster, int shard) {

  @Override
  public String toString() {
    return "shard " + shard + " of " + cluster.name();
  }
}
