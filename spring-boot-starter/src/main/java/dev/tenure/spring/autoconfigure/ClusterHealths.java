package dev.tenure.spring.autoconfigure;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import dev.tenure.spring.observe.ClusterHealth;
import dev.tenure.spring.observe.ClusterSampler;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;

/** Makes the health of each cluster of a deployment. */
final class ClusterHealths {

  private ClusterHealths() {}

  /**
   * @param opened the opened clusters; absent when the application has its own deployment
   */
  static List<ClusterHealth> of(
      Deployment deployment,
      ClusterSampler sampler,
      TenureRuntime runtime,
      ObjectProvider<OpenedClusters> opened) {
    OpenedClusters found = opened.getIfAvailable();
    return deployment.clusters().stream()
        .map(
            cluster ->
                new ClusterHealth(
                    cluster.name(),
                    sampler,
                    () -> found == null ? Optional.empty() : found.problem(cluster.name()),
                    runtime.clock()))
        .toList();
  }
}
