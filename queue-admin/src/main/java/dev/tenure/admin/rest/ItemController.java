package dev.tenure.admin.rest;

import dev.tenure.admin.AdminProperties;
import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.admin.rest.item.ItemDetailsBody;
import dev.tenure.admin.rest.item.ReasonBody;
import dev.tenure.admin.rest.item.WhyBody;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.explain.Cause;
import dev.tenure.queue.explain.Explainer;
import dev.tenure.queue.explain.Explanation;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ItemFilter;
import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.inspect.ItemView;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Reads items of a zone, in pages and one by one. */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class ItemController {
  private final Deployment deployment;
  private final int previewBytes;

  ItemController(Deployment deployment, AdminProperties properties) {
    this.deployment = deployment;
    this.previewBytes = properties.payloadPreviewBytes();
  }

  @GetMapping(Api.ZONE + "/items")
  CompletableFuture<PageBody<ItemDetailsBody.Row>> items(
      @PathVariable String application,
      @PathVariable String user,
      @PathVariable String zone,
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(required = false) @Nullable String filter,
      @RequestParam(name = "order_by", required = false) @Nullable String orderBy,
      @RequestParam(defaultValue = Api.LIMIT_DEFAULT) String limit,
      @RequestParam(required = false) @Nullable String continuation) {
    TenantId tenant = Api.tenant(application, user);
    String name = Api.zone(zone);
    ItemFilter wanted =
        new ItemFilter(
            Api.choice("state", state, ItemState.class),
            Api.filter("type", type, QueueLimits.TYPE_BYTES_MAX),
            Api.query(filter, orderBy));
    int rows = Api.limit(limit);
    SealedContinuation sealed = new SealedContinuation("items", tenant, name, wanted);
    Optional<String> from = sealed.open(Api.continuation(continuation));
    return deployment
        .locate(tenant)
        .thenCompose(
            cluster ->
                Asking.page(
                    () -> new ClusterInspector(cluster).items(tenant, name, wanted, rows, from)))
        .thenApply(page -> PageBody.of(sealed.close(page), ItemDetailsBody.Row::of));
  }

  @GetMapping(Api.ITEM)
  CompletableFuture<ItemDetailsBody> item(
      @PathVariable String application,
      @PathVariable String user,
      @PathVariable String zone,
      @PathVariable String id) {
    TenantId tenant = Api.tenant(application, user);
    String name = Api.zone(zone);
    String item = Api.item(id);
    return explain(tenant, name, item)
        .thenApply(
            explanation ->
                body(explanation, explanation.item().orElseThrow(() -> notFound(name, item))));
  }

  /** The reasons why an item has not run. Also answers when there is no such item. */
  @GetMapping(Api.ITEM + "/why")
  CompletableFuture<WhyBody> why(
      @PathVariable String application,
      @PathVariable String user,
      @PathVariable String zone,
      @PathVariable String id) {
    return explain(Api.tenant(application, user), Api.zone(zone), Api.item(id))
        .thenApply(WhyBody::of);
  }

  private CompletableFuture<Explanation> explain(TenantId tenant, String zone, String id) {
    return deployment
        .locate(tenant)
        .thenCompose(cluster -> new Explainer(cluster).why(tenant, zone, id));
  }

  private ItemDetailsBody body(Explanation explanation, ItemView view) {
    Optional<Instant> setAsideAt =
        explanation.causes().stream()
            .filter(Cause.SetAside.class::isInstance)
            .map(cause -> ((Cause.SetAside) cause).at())
            .findFirst();
    return ItemDetailsBody.of(view, setAsideAt, previewBytes, ReasonBody.of(explanation));
  }

  static AdminProblem notFound(String zone, String id) {
    return new AdminProblem(
        ProblemKind.ITEM_NOT_FOUND,
        "zone \"%s\" has no item \"%s\"; it may be done, or was cancelled".formatted(zone, id));
  }
}
