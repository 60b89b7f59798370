package dev.tenure.spring;

import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.pointer.PointerLeasing;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;
import java.util.Arrays;

/** Clusters in memory, for tests. */
final class MemoryClusters {

  private MemoryClusters() {}

  static OpenedClusters open(TenureRuntime runtime, String... names) {
    TenureProperties properties =
        new TenureProperties(
            Arrays.stream(names)
                .map(
                    name ->
                        new TenureProperties.ClusterProperties(
                            name,
                            "memory:" + name,
                            1,
                            Duration.ofSeconds(30),
                            PointerLeasing.ADAPTIVE))
                .toList());
    RecordMetaData metaData =
        RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    return OpenedClusters.open(properties, runtime, TenantSchemas.same(metaData));
  }
}
