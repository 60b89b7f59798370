package dev.tenure.spring;

import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.pointer.PointerLeasing;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Clusters for tests, in memory unless a test says where. */
final class MemoryClusters {

  private MemoryClusters() {}

  static OpenedClusters open(TenureRuntime runtime, String... names) {
    return open(
        runtime, Arrays.stream(names).map(name -> properties(name, "memory:" + name)).toList());
  }

  /** One cluster. */
  static OpenedClusters openAt(TenureRuntime runtime, String name, String url) {
    return open(runtime, List.of(properties(name, url)));
  }

  private static TenureProperties.ClusterProperties properties(String name, String url) {
    return new TenureProperties.ClusterProperties(
        name, url, 1, Duration.ofSeconds(30), PointerLeasing.ADAPTIVE, Duration.ofSeconds(10));
  }

  private static OpenedClusters open(
      TenureRuntime runtime, List<TenureProperties.ClusterProperties> clusters) {
    RecordMetaData metaData =
        RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    return OpenedClusters.open(
        new TenureProperties(clusters), runtime, TenantSchemas.same(metaData));
  }
}
