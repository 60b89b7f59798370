package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ListQuery;
import dev.tenure.queue.inspect.Page;
import dev.tenure.queue.inspect.TenantSummary;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Lists the tenants of several clusters as one list, cluster after cluster by name. A continuation
 * is the cluster's name and that cluster's own continuation, with a dot between.
 */
final class TenantListing {
  private final List<QueueCluster> clusters;
  private final Optional<String> application;
  private final Optional<String> userPrefix;
  private final ListQuery query;
  private final int limit;
  private final List<TenantSummary> rows = new ArrayList<>();
  private long scanned;

  TenantListing(
      List<QueueCluster> clusters,
      Optional<String> application,
      Optional<String> userPrefix,
      ListQuery query,
      int limit) {
    this.clusters = clusters.stream().sorted(Comparator.comparing(QueueCluster::name)).toList();
    this.application = application;
    this.userPrefix = userPrefix;
    this.query = query;
    this.limit = limit;
  }

  private record Position(int cluster, Optional<String> within) {}

  /** Reads one page. Called once. */
  CompletableFuture<Page<TenantSummary>> page(Optional<String> continuation) {
    return from(continuation.map(this::parse).orElse(new Position(0, Optional.empty())));
  }

  private CompletableFuture<Page<TenantSummary>> from(Position position) {
    QueueCluster cluster = clusters.get(position.cluster);
    return Asking.page(
            () ->
                new ClusterInspector(cluster)
                    .tenants(application, userPrefix, query, limit - rows.size(), position.within))
        .thenCompose(
            page -> {
              rows.addAll(page.rows());
              scanned += page.scanned();
              return after(position, page);
            });
  }

  private CompletableFuture<Page<TenantSummary>> after(
      Position position, Page<TenantSummary> page) {
    if (page.continuation().isPresent()) {
      return done(Optional.of(new Position(position.cluster, page.continuation())));
    }
    int next = position.cluster + 1;
    if (next == clusters.size()) {
      return done(Optional.empty());
    }
    Position following = new Position(next, Optional.empty());
    return rows.size() >= limit ? done(Optional.of(following)) : from(following);
  }

  private CompletableFuture<Page<TenantSummary>> done(Optional<Position> next) {
    return CompletableFuture.completedFuture(new Page<>(rows, next.map(this::text), scanned));
  }

  private String text(Position position) {
    byte[] name = clusters.get(position.cluster).name().getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(name)
        + "."
        + position.within.orElse("");
  }

  private Position parse(String text) {
    int dot = text.indexOf('.');
    for (int index = 0; dot > 0 && index < clusters.size(); index++) {
      String within = text.substring(dot + 1);
      Position position =
          new Position(index, within.isEmpty() ? Optional.empty() : Optional.of(within));
      if (text(position).equals(text)) {
        return position;
      }
    }
    throw new AdminProblem(
        ProblemKind.CONTINUATION_UNUSABLE, "continuation is not one that this list gave out");
  }
}
