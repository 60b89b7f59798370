package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.spring.SamplingProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/**
 * Reads clusters at the time of the request. A cluster that cannot be reached does not hide the
 * others.
 */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class ClusterController {
  private final Deployment deployment;
  private final Duration answerMax;
  private final AuditLog audit;

  ClusterController(Deployment deployment, SamplingProperties sampling, AuditLog audit) {
    this.deployment = deployment;
    this.answerMax = sampling.answerMax();
    this.audit = audit;
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
    return look(require(cluster));
  }

  private QueueCluster require(String cluster) {
    String name = Api.cluster(cluster);
    return deployment
        .cluster(name)
        .orElseThrow(
            () ->
                new AdminProblem(
                    ProblemKind.CLUSTER_NOT_FOUND,
                    "cluster \"%s\" is not one of %s"
                        .formatted(
                            name,
                            deployment.clusters().stream().map(QueueCluster::name).toList())));
  }

  /** The applications of a cluster that have reserved shards in use. */
  record ReservedShards(List<ReservedFor> applications) {}

  /** The shards into which new pointers of an application go. */
  record ReservedFor(String application, List<Integer> shards) {}

  @GetMapping("/clusters/{cluster}/applications")
  CompletableFuture<ReservedShards> reserved(@PathVariable String cluster) {
    return require(cluster)
        .applicationShards()
        .read()
        .thenApply(
            found ->
                new ReservedShards(
                    found.entrySet().stream()
                        .map(each -> new ReservedFor(each.getKey(), each.getValue()))
                        .toList()));
  }

  /** Sets the number of reserved shards that an application uses from now on. */
  @PostMapping(
      path = "/clusters/{cluster}/applications/{application}/shards",
      consumes = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<ReservedFor> reserve(
      @PathVariable String cluster,
      @PathVariable String application,
      @RequestBody JsonNode body,
      HttpServletRequest request) {
    QueueCluster on = require(cluster);
    String name = Api.application(application);
    ActionBody.requireFields(body, Set.of("shards", "reason"));
    int shards = shards(body);
    ActionBody action = ActionBody.reason(body);
    return audit
        .asked(request, action)
        .does(
            "reserve-shards " + shards,
            Asking.within(() -> on.applicationShards().assign(name, shards)))
        .thenApply(used -> new ReservedFor(name, used));
  }

  private static int shards(JsonNode body) {
    JsonNode shards = body.get("shards");
    if (shards == null || !shards.isIntegralNumber() || !shards.canConvertToInt()) {
      throw Api.outOfRange(
          "shards", String.valueOf(shards), "a whole number, 0 to " + QueueLimits.SHARDS_MAX);
    }
    return shards.asInt();
  }

  /**
   * Leases of visits on a cluster.
   *
   * @param on whether visits lease items together
   * @param unable the live consumers that do not know such leases, while which they cannot be
   *     switched on
   */
  record VisitLeases(String cluster, boolean on, List<String> unable) {}

  @GetMapping("/clusters/{cluster}/visit-leases")
  CompletableFuture<VisitLeases> visitLeases(@PathVariable String cluster) {
    return visitLeases(require(cluster));
  }

  private static CompletableFuture<VisitLeases> visitLeases(QueueCluster cluster) {
    return cluster
        .leasesTogether()
        .thenCombine(
            cluster.consumers().live(),
            (on, consumers) ->
                new VisitLeases(
                    cluster.name(),
                    on,
                    consumers.stream()
                        .filter(each -> !each.knowsVisitLeases())
                        .map(ConsumerInfo::id)
                        .toList()));
  }

  /** Switches leases of visits on or off. */
  @PostMapping(
      path = "/clusters/{cluster}/visit-leases",
      consumes = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<VisitLeases> switchVisitLeases(
      @PathVariable String cluster, @RequestBody JsonNode body, HttpServletRequest request) {
    QueueCluster changed = require(cluster);
    ActionBody.requireFields(body, Set.of("on", "reason"));
    boolean on = on(body);
    ActionBody action = ActionBody.reason(body);
    return audit
        .asked(request, action)
        .does("visit-leases " + (on ? "on" : "off"), Asking.within(() -> changed.leaseTogether(on)))
        .exceptionallyCompose(
            error -> CompletableFuture.failedFuture(refusal(RecordLayerException.of(error))))
        .thenCompose(switched -> visitLeases(changed));
  }

  private static boolean on(JsonNode body) {
    JsonNode on = body.get("on");
    if (on == null || !on.isBoolean()) {
      throw Api.outOfRange("on", String.valueOf(on), "true or false");
    }
    return on.asBoolean();
  }

  /** The switch alone meets consumers whose format is not known; a store's format is another. */
  private static Throwable refusal(Throwable error) {
    return error instanceof QueueException refused
            && refused.code() == QueueException.Code.FORMAT_UNKNOWN
        ? new AdminProblem(ProblemKind.CONSUMERS_UNABLE, String.valueOf(refused.getMessage()))
        : error;
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
