package dev.tenure.spring;

import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureProperties.ClusterProperties;
import dev.tenure.spring.cluster.OpenedClusters;
import java.util.Arrays;

/** Clusters for tests, in memory unless a test says where. */
public final class MemoryClusters {

  private MemoryClusters() {}

  public static OpenedClusters open(TenureRuntime runtime, String... names) {
    return open(
        runtime,
        TenureProperties.of(
            Arrays.stream(names)
                .map(name -> ClusterProperties.of(name, "memory:" + name))
                .toList()));
  }

  /** One cluster. */
  public static OpenedClusters openAt(TenureRuntime runtime, String name, String url) {
    return open(runtime, TenureProperties.of(ClusterProperties.of(name, url)));
  }

  private static OpenedClusters open(TenureRuntime runtime, TenureProperties properties) {
    return OpenedClusters.open(
        properties,
        runtime,
        TenantSchemas.same(
            RecordMetaData.builder().version(1).include(QueueSchema.part()).build()));
  }
}
