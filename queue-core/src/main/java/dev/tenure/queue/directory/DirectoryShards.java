package dev.tenure.queue.directory;

import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.store.RecordShard;
import dev.tenure.record.global.store.RecordShardOptions;
import dev.tenure.record.keyspace.DirectoryType;
import dev.tenure.record.keyspace.KeySpace;
import dev.tenure.record.keyspace.KeySpaceDirectory;

/** Makes the shards of the directory that clusters carry. It is called once for each shard. */
public interface DirectoryShards {
  DataShard data(QueueCluster cluster);

  IndexShard index(QueueCluster cluster);

  /**
   * Shards in record stores, one beside ClusterDB in each cluster. The first write makes the store.
   *
   * @param options the timeout of a call and the encryption of entries
   */
  static DirectoryShards inRecordStores(RecordShardOptions options) {
    return new DirectoryShards() {
      @Override
      public DataShard data(QueueCluster cluster) {
        return shard(cluster).data();
      }

      @Override
      public IndexShard index(QueueCluster cluster) {
        return shard(cluster).index();
      }

      private RecordShard shard(QueueCluster cluster) {
        KeySpace space =
            KeySpace.of(
                new ClusterKeys(cluster.options().root()).directoryShard(),
                KeySpaceDirectory.constant("entries", DirectoryType.LONG, 0L));
        return RecordShard.of(cluster.database(), space.path("entries"), options);
      }
    };
  }

  /** As {@link #inRecordStores(RecordShardOptions)}, with default options. */
  static DirectoryShards inRecordStores() {
    return inRecordStores(RecordShardOptions.defaults());
  }
}
