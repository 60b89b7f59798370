package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.external.ExternalZone;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ExternalItem;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The actions of an operator on one item, in any state of its life. */
@RestController
@RequestMapping(
    path = Api.ROOT,
    consumes = MediaType.APPLICATION_JSON_VALUE,
    produces = MediaType.APPLICATION_JSON_VALUE)
final class ItemActionController {
  private final Deployment deployment;
  private final AuditLog audit;

  ItemActionController(Deployment deployment, AuditLog audit) {
    this.deployment = deployment;
    this.audit = audit;
  }

  /** The result of an action. */
  record ActionResult(ZoneOutcome outcome) {}

  /** Makes a waiting item due, or puts an item that was set aside back into its zone. */
  @PostMapping(Api.ITEM + "/retry-now")
  CompletableFuture<ActionResult> retryNow(
      @PathVariable String application,
      @PathVariable String user,
      @PathVariable String zone,
      @PathVariable String id,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    String item = Api.item(id);
    ActionBody action = ActionBody.parse(body);
    TenantId tenant = Api.tenant(application, user);
    String name = Api.zone(zone);
    CompletableFuture<ActionResult> retried =
        ExternalZoneName.parse(name)
            .map(external -> retryOutside(tenant, external, item))
            .orElseGet(
                () ->
                    act(
                        tenant,
                        name,
                        item,
                        in -> in.retryNow(item).thenCompose(orElse(() -> in.redrive(item)))));
    return audit.asked(request, action).does("retry-now", retried);
  }

  /** Removes an item that waits, runs or was set aside. */
  @PostMapping(Api.ITEM + "/cancel")
  CompletableFuture<ActionResult> cancel(
      @PathVariable String application,
      @PathVariable String user,
      @PathVariable String zone,
      @PathVariable String id,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    String item = Api.item(id);
    ActionBody action = ActionBody.parse(body);
    TenantId tenant = Api.tenant(application, user);
    String name = Api.zone(zone);
    CompletableFuture<ActionResult> canceled =
        ExternalZoneName.parse(name)
            .map(external -> cancelOutside(tenant, external, item))
            .orElseGet(
                () ->
                    act(
                        tenant,
                        name,
                        item,
                        in -> in.cancel(item).thenCompose(orElse(() -> removeSetAside(in, item)))));
    return audit.asked(request, action).does("cancel", canceled);
  }

  /** A store makes dead letters items again, and changes no item that waits. */
  private CompletableFuture<ActionResult> retryOutside(
      TenantId tenant, ExternalZoneName zone, String item) {
    return deployment
        .locate(tenant)
        .thenCompose(
            cluster ->
                ExternalZone.of(deployment, tenant, zone)
                    .redrive(item)
                    .thenCompose(
                        outcome ->
                            outcome == ZoneOutcome.DONE
                                ? CompletableFuture.completedFuture(new ActionResult(outcome))
                                : new ClusterInspector(cluster)
                                    .externalItem(tenant, zone, item)
                                    .thenApply(found -> refused(zone, item, found))));
  }

  private static ActionResult refused(ExternalZoneName zone, String item, ExternalItem found) {
    if (found.item().isEmpty()) {
      throw ItemController.notFound(zone.text(), item);
    }
    throw new AdminProblem(
        ProblemKind.NOT_OFFERED,
        "item \"%s\" lies in the external store \"%s\", which retries dead letters alone; it runs at %s"
            .formatted(item, zone.store(), found.item().get().vesting()));
  }

  private CompletableFuture<ActionResult> cancelOutside(
      TenantId tenant, ExternalZoneName zone, String item) {
    return deployment
        .locate(tenant)
        .thenCompose(cluster -> ExternalZone.of(deployment, tenant, zone).cancel(item))
        .thenApply(
            outcome -> {
              if (outcome == ZoneOutcome.DONE) {
                return new ActionResult(outcome);
              }
              throw ItemController.notFound(zone.text(), item);
            });
  }

  private static CompletableFuture<ZoneOutcome> removeSetAside(QueueZone zone, String item) {
    return zone.removeDeadLetter(item)
        .thenApply(removed -> removed ? ZoneOutcome.DONE : ZoneOutcome.ITEM_GONE);
  }

  /** Goes on with something else when the item is not among those that wait or run. */
  private static Function<ZoneOutcome, CompletableFuture<ZoneOutcome>> orElse(
      Supplier<CompletableFuture<ZoneOutcome>> otherwise) {
    return outcome ->
        outcome == ZoneOutcome.ITEM_GONE
            ? otherwise.get()
            : CompletableFuture.completedFuture(outcome);
  }

  private CompletableFuture<ActionResult> act(
      TenantId tenant,
      String zone,
      String item,
      Function<QueueZone, CompletableFuture<ZoneOutcome>> action) {
    return deployment
        .run(tenant, tx -> acted(tx.zone(zone), item, action))
        .thenApply(
            acted ->
                switch (acted.outcome()) {
                  case DONE -> new ActionResult(acted.outcome());
                  case BLOCKED ->
                      throw new AdminProblem(
                          ProblemKind.ITEM_BLOCKED,
                          "item \"%s\" waits behind others of its group; it runs in its turn"
                              .formatted(item));
                  case ITEM_GONE -> throw ItemController.notFound(zone, item);
                  case LEASE_LOST, ITEM_LEASED ->
                      throw new AdminProblem(
                          ProblemKind.ITEM_LEASED,
                          "item \"%s\" is leased%s; wait until that is over, or cancel it"
                              .formatted(
                                  item,
                                  acted.leasedUntil().map(end -> " until " + end).orElse("")));
                });
  }

  /**
   * The result of an action in its transaction.
   *
   * @param leasedUntil the time at which the lease that refused the action ends, by time and by
   *     version
   */
  private record Acted(ZoneOutcome outcome, Optional<Instant> leasedUntil) {}

  private static CompletableFuture<Acted> acted(
      QueueZone zone, String item, Function<QueueZone, CompletableFuture<ZoneOutcome>> action) {
    return action
        .apply(zone)
        .thenCompose(
            outcome ->
                outcome == ZoneOutcome.ITEM_LEASED
                    ? zone.leasedUntil(item).thenApply(end -> new Acted(outcome, end))
                    : CompletableFuture.completedFuture(new Acted(outcome, Optional.empty())));
  }
}
