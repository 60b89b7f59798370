package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.redrive.LetterFilter;
import dev.tenure.queue.redrive.Redrive;
import dev.tenure.queue.redrive.RedriveAction;
import dev.tenure.queue.redrive.RedriveReport;
import dev.tenure.queue.redrive.RedriveRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Redrives, removes or counts the dead letters of a zone in bulk. */
@RestController
@RequestMapping(
    path = Api.ROOT,
    consumes = MediaType.APPLICATION_JSON_VALUE,
    produces = MediaType.APPLICATION_JSON_VALUE)
final class DeadLetterController {
  private final Deployment deployment;
  private final AuditLog audit;

  DeadLetterController(Deployment deployment, AuditLog audit) {
    this.deployment = deployment;
    this.audit = audit;
  }

  @PostMapping(Api.ZONE + "/dead-letters/redrive")
  CompletableFuture<RedriveResult> redriveDeadLetters(
      @PathVariable String application,
      @PathVariable String user,
      @PathVariable String zone,
      @RequestBody JsonNode body,
      HttpServletRequest request) {
    TenantId tenant = Api.tenant(application, user);
    return act(tenant, Api.zone(zone), RedriveAction.REDRIVE, RedriveBody.parse(body), request);
  }

  @PostMapping(Api.ZONE + "/dead-letters/delete")
  CompletableFuture<RedriveResult> deleteDeadLetters(
      @PathVariable String application,
      @PathVariable String user,
      @PathVariable String zone,
      @RequestBody JsonNode body,
      HttpServletRequest request) {
    TenantId tenant = Api.tenant(application, user);
    return act(tenant, Api.zone(zone), RedriveAction.DELETE, RedriveBody.parse(body), request);
  }

  private CompletableFuture<RedriveResult> act(
      TenantId tenant,
      String zone,
      RedriveAction action,
      RedriveBody body,
      HttpServletRequest request) {
    RedriveRequest asked = body.request(zone, action);
    AuditLog.Asked line = audit.asked(request, body.action());
    return deployment
        .locate(tenant)
        .thenApply(cluster -> requireOffered(cluster, zone, body.filter()))
        .thenCompose(
            cluster ->
                body.dryRun()
                    ? preview(cluster, tenant, asked, body.most())
                    : run(cluster, tenant, asked, new Bulk(body, action, line)));
  }

  /** A store beside the cluster has letters of its own, which no text selects. */
  private static QueueCluster requireOffered(
      QueueCluster cluster, String zone, LetterFilter filter) {
    Optional<ExternalZoneName> external = ExternalZoneName.parse(zone);
    external.ifPresent(name -> cluster.options().externalStores().require(name.store()));
    if (external.isPresent() && filter.text().isPresent()) {
      throw new AdminProblem(
          ProblemKind.FILTER_UNUSABLE,
          "the dead letters of zone \"%s\" lie in an external store, which has no filter as text;"
                  .formatted(zone)
              + " kind, type, reasonContains, diedFrom, diedBefore and ids select there");
    }
    return cluster;
  }

  /** A request that changes many. */
  private record Bulk(RedriveBody body, RedriveAction action, AuditLog.Asked line) {}

  private static CompletableFuture<RedriveResult> preview(
      QueueCluster cluster, TenantId tenant, RedriveRequest asked, int most) {
    try {
      return new Redrive(cluster, tenant)
          .preview(asked)
          .thenApply(preview -> RedriveResult.of(preview, most));
    } catch (IllegalArgumentException e) {
      return unusable(e);
    }
  }

  private CompletableFuture<RedriveResult> run(
      QueueCluster cluster, TenantId tenant, RedriveRequest asked, Bulk bulk) {
    AtomicLong changed = new AtomicLong();
    try {
      return new Redrive(cluster, tenant)
          .run(asked, report -> changed.set(report.changed()))
          .whenComplete((report, error) -> tell(bulk, report, changed.get()))
          .thenApply(RedriveResult::of);
    } catch (IllegalArgumentException e) {
      return unusable(e);
    }
  }

  /** Also of a request that failed in its midst: what it had changed has committed. */
  private void tell(Bulk bulk, @Nullable RedriveReport report, long changed) {
    String outcome =
        report == null
            ? "changed=%d failed=true".formatted(changed)
            : "changed=%d left=%d".formatted(report.changed(), report.left());
    bulk.line().doneInBulk(name(bulk.action()), bulk.body().filterText(), outcome);
  }

  /** Everything else was checked before: only the continuation is refused by whoever reads it. */
  private static CompletableFuture<RedriveResult> unusable(IllegalArgumentException e) {
    return CompletableFuture.failedFuture(
        new AdminProblem(ProblemKind.CONTINUATION_UNUSABLE, String.valueOf(e.getMessage())));
  }

  private static String name(RedriveAction action) {
    return switch (action) {
      case REDRIVE -> "redrive-dead-letters";
      case DELETE -> "delete-dead-letters";
    };
  }
}
