package dev.tenure.admin.rest;

import dev.tenure.admin.AdminProperties;
import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ItemFilter;
import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.inspect.ItemView;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.spring.TenureRuntime;
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

/** Items of a zone, in pages and one by one. */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class ItemController {
  private final Deployment deployment;
  private final TenureRuntime runtime;
  private final int previewBytes;

  ItemController(Deployment deployment, TenureRuntime runtime, AdminProperties properties) {
    this.deployment = deployment;
    this.runtime = runtime;
    this.previewBytes = properties.payloadPreviewBytes();
  }

  @GetMapping(Api.ZONE + "/items")
  CompletableFuture<PageBody<ItemBody.Row>> items(
      @PathVariable String application,
      @PathVariable String user,
      @PathVariable String zone,
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(defaultValue = Api.LIMIT_DEFAULT) String limit,
      @RequestParam(required = false) @Nullable String continuation) {
    TenantId tenant = Api.tenant(application, user);
    String name = Api.zone(zone);
    ItemFilter filter =
        new ItemFilter(
            Api.choice("state", state, ItemState.class),
            Api.filter("type", type, QueueLimits.TYPE_BYTES_MAX));
    int rows = Api.limit(limit);
    Optional<String> from = Api.continuation(continuation);
    return deployment
        .locate(tenant)
        .thenCompose(
            cluster ->
                Asking.page(() -> cluster.inspector().items(tenant, name, filter, rows, from)))
        .thenApply(page -> PageBody.of(page, ItemBody.Row::of));
  }

  @GetMapping(Api.ITEM)
  CompletableFuture<ItemBody> item(
      @PathVariable String application,
      @PathVariable String user,
      @PathVariable String zone,
      @PathVariable String id) {
    TenantId tenant = Api.tenant(application, user);
    String name = Api.zone(zone);
    String item = Api.item(id);
    return deployment
        .locate(tenant)
        .thenCompose(
            cluster ->
                cluster
                    .inspector()
                    .item(tenant, name, item)
                    .thenCompose(
                        found ->
                            describe(
                                cluster,
                                tenant,
                                name,
                                found.orElseThrow(() -> notFound(name, item)))));
  }

  static AdminProblem notFound(String zone, String id) {
    return new AdminProblem(
        ProblemKind.ITEM_NOT_FOUND,
        "zone \"%s\" has no item \"%s\"; it may be done, or was cancelled".formatted(zone, id));
  }

  private CompletableFuture<ItemBody> describe(
      QueueCluster cluster, TenantId tenant, String zone, ItemView view) {
    CompletableFuture<List<ItemExplanation.Reason>> explanation =
        cluster
            .inspector()
            .zone(tenant, zone)
            .thenCombine(
                cluster.consumers().live(),
                (summary, consumers) ->
                    ItemExplanation.of(view, summary, consumers, runtime.clock().instant()));
    return explanation.thenCombine(
        setAsideAt(cluster, tenant, zone, view),
        (reasons, at) -> ItemBody.of(view, at, previewBytes, reasons));
  }

  private static CompletableFuture<Optional<Instant>> setAsideAt(
      QueueCluster cluster, TenantId tenant, String zone, ItemView view) {
    if (view.setAsideBecause().isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return cluster
        .run(tenant, tx -> tx.zone(zone).findDeadLetter(view.item().id()))
        .thenApply(letter -> letter.map(DeadLetter::at));
  }
}
