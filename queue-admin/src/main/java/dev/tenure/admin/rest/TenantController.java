package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ListQuery;
import dev.tenure.queue.inspect.TenantSummary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Finds tenants by application and the beginning of the user, on one cluster or all. */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class TenantController {
  private final Deployment deployment;

  TenantController(Deployment deployment) {
    this.deployment = deployment;
  }

  @GetMapping("/tenants")
  CompletableFuture<PageBody<TenantBody.Row>> tenants(
      @RequestParam(required = false) @Nullable String application,
      @RequestParam(required = false) @Nullable String user,
      @RequestParam(required = false) @Nullable String cluster,
      @RequestParam(required = false) @Nullable String filter,
      @RequestParam(name = "order_by", required = false) @Nullable String orderBy,
      @RequestParam(defaultValue = Api.LIMIT_DEFAULT) String limit,
      @RequestParam(required = false) @Nullable String continuation) {
    Optional<String> wanted =
        Api.filter("application", application, QueueLimits.APPLICATION_BYTES_MAX);
    Optional<String> prefix = Api.filter("user", user, QueueLimits.USER_BYTES_MAX);
    if (prefix.isPresent() && wanted.isEmpty()) {
      throw Api.outOfRange("application", "", "given when user is");
    }
    ListQuery query = Api.query(filter, orderBy);
    List<QueueCluster> clusters = clusters(cluster);
    SealedContinuation sealed =
        new SealedContinuation(
            "tenants", clusters.stream().map(QueueCluster::name).toList(), wanted, prefix, query);
    return new TenantListing(clusters, wanted, prefix, query, Api.limit(limit))
        .page(sealed.open(Api.continuation(continuation)))
        .thenApply(page -> PageBody.of(sealed.close(page), TenantBody.Row::of));
  }

  private List<QueueCluster> clusters(@Nullable String cluster) {
    Optional<String> wanted = Api.filter("cluster", cluster, QueueLimits.APPLICATION_BYTES_MAX);
    if (wanted.isEmpty()) {
      return deployment.clusters();
    }
    return deployment
        .cluster(wanted.get())
        .map(List::of)
        .orElseThrow(
            () ->
                new AdminProblem(
                    ProblemKind.CLUSTER_NOT_FOUND,
                    "cluster \"" + wanted.get() + "\" is not one of this deployment"));
  }

  @GetMapping(Api.TENANT)
  CompletableFuture<TenantBody> tenant(
      @PathVariable String application, @PathVariable String user) {
    TenantId tenant = Api.tenant(application, user);
    return deployment
        .locate(tenant)
        .thenCompose(
            cluster ->
                new ClusterInspector(cluster)
                    .zones(tenant)
                    .thenCombine(
                        createdAt(cluster, tenant),
                        (zones, created) ->
                            TenantBody.of(
                                tenant,
                                cluster.name(),
                                created,
                                zones.stream().map(ZoneBody::of).toList())));
  }

  /** The tenant itself is the first whose name begins with its name. */
  private static CompletableFuture<Optional<Instant>> createdAt(
      QueueCluster cluster, TenantId tenant) {
    return new ClusterInspector(cluster)
        .tenants(
            Optional.of(tenant.application()),
            Optional.of(tenant.user()),
            ListQuery.all(),
            1,
            Optional.empty())
        .thenApply(
            page ->
                page.rows().stream()
                    .filter(row -> row.tenant().equals(tenant))
                    .map(TenantSummary::createdAt)
                    .findFirst());
  }
}
