package dev.tenure.examples.globalindex;

import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import dev.tenure.testkit.globalindex.ShardContract;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;

final class MapShardContractTest extends ShardContract {
  private final ExecutorService executor = Executors.newFixedThreadPool(4);

  @Override
  public DataShard dataShard() {
    return new MapShard.Data(executor);
  }

  @Override
  public IndexShard indexShard() {
    return new MapShard.Index(executor);
  }

  @AfterEach
  void close() {
    executor.shutdownNow();
  }
}
