package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.spring.SamplingProperties;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Reads clusters at the time of the request. A cluster that cannot be reached does not hide the
 * others.
 */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class ClusterController {
  private final Deployment deployment;
  private final Duration answerMax;

  ClusterController(Deployment deployment, SamplingProperties sampling) {
    this.deployment = deployment;
    this.answerMax = sampling.answerMax();
  }

  /** All clusters in the order of the configuration. */
  record ClusterList(List<ClusterBody> clusters) {}

  @GetMapping("/clusters")
  CompletableFuture<ClusterList> clusters() {
    List<CompletableFuture<ClusterBody>> asked =
        deployment.clusters().stream().map(this::look).toList();
    return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
        .thenApply(done -> new ClusterList(asked.stream().map(CompletableFuture::join).toList()));
  }

  @GetMapping("/clusters/{cluster}")
  CompletableFuture<ClusterBody> cluster(@PathVariable String cluster) {
    String name = Api.cluster(cluster);
    return deployment
        .cluster(name)
        .map(this::look)
        .orElseThrow(
            () ->
                new AdminProblem(
                    ProblemKind.CLUSTER_NOT_FOUND,
                    "cluster \"%s\" is not one of %s"
                        .formatted(
                            name,
                            deployment.clusters().stream().map(QueueCluster::name).toList())));
  }

  /** Never fails, and never lets the others wait for long: what is wrong is part of the answer. */
  private CompletableFuture<ClusterBody> look(QueueCluster cluster) {
    String late = "no answer for " + answerMax.toMillis() / 1000.0 + " s";
    return CompletableFuture.completedFuture(cluster)
        .thenCompose(asked -> new ClusterInspector(asked).summary())
        .thenApply(ClusterBody::of)
        .exceptionally(
            error ->
                ClusterBody.unreachable(
                    cluster.name(), String.valueOf(RecordLayerException.of(error).getMessage())))
        .completeOnTimeout(
            ClusterBody.unreachable(cluster.name(), late),
            answerMax.toMillis(),
            TimeUnit.MILLISECONDS);
  }
}
