package dev.tenure.queue.directory;

import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;

/** Gives the shards of the directory that clusters carry. Called once for each shard. */
public interface DirectoryShards {
  DataShard data(QueueCluster cluster);

  IndexShard index(QueueCluster cluster);
}
