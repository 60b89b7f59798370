package dev.tenure.campaigns.simulation.clusters;

import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.ShardDownException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a process that it does not reach at times, while it reaches all clusters. The
 * tenant is then looked for on the clusters.
 *
 * @param refuses is asked at each call whether the shard does not answer
 */
record DeafShards(DirectoryShards all, BooleanSupplier refuses) implements DirectoryShards {

  private <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> call) {
    return refuses.getAsBoolean()
        ? CompletableFuture.failedFuture(
            new ShardDownException("the process does not reach it", false, null))
        : call.get();
  }

  @Override
  public DataShard data(QueueCluster cluster) {
    DataShard below = all.data(cluster);
    return new DataShard() {
      @Override
      public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
        return call(() -> below.read(key));
      }

      @Override
      public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
        return call(() -> below.write(write));
      }

      @Override
      public CompletableFuture<List<DataRecord>> scan(@Nullable PrimaryKey after, int most) {
        return call(() -> below.scan(after, most));
      }

      @Override
      public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
        return call(() -> below.find(key));
      }
    };
  }

  @Override
  public IndexShard index(QueueCluster cluster) {
    IndexShard below = all.index(cluster);
    return new IndexShard() {
      @Override
      public CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
        return call(() -> below.read(key));
      }

      @Override
      public CompletableFuture<Boolean> write(ConditionalWrite<IndexKey, IndexRecord> write) {
        return call(() -> below.write(write));
      }

      @Override
      public CompletableFuture<List<IndexRecord>> scan(@Nullable IndexKey after, int most) {
        return call(() -> below.scan(after, most));
      }
    };
  }
}
