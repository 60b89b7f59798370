package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ZoneSummary;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Reads, pauses and resumes the zones of a tenant. */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class ZoneController {
  private final Deployment deployment;
  private final AuditLog audit;

  ZoneController(Deployment deployment, AuditLog audit) {
    this.deployment = deployment;
    this.audit = audit;
  }

  /** All zones of a tenant that hold anything. */
  record ZoneList(List<ZoneBody> zones) {}

  @GetMapping(Api.TENANT + "/zones")
  CompletableFuture<ZoneList> zones(@PathVariable String application, @PathVariable String user) {
    TenantId tenant = Api.tenant(application, user);
    return deployment
        .locate(tenant)
        .thenCompose(cluster -> new ClusterInspector(cluster).zones(tenant))
        .thenApply(zones -> new ZoneList(zones.stream().map(ZoneBody::of).toList()));
  }

  @GetMapping(Api.ZONE)
  CompletableFuture<ZoneBody> zone(
      @PathVariable String application, @PathVariable String user, @PathVariable String zone) {
    return find(Api.tenant(application, user), Api.zone(zone)).thenApply(ZoneBody::of);
  }

  @PostMapping(path = Api.ZONE + "/pause", consumes = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<ZoneBody> pause(
      @PathVariable String application,
      @PathVariable String user,
      @PathVariable String zone,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    return setPaused(Api.tenant(application, user), Api.zone(zone), true, body, request);
  }

  @PostMapping(path = Api.ZONE + "/resume", consumes = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<ZoneBody> resume(
      @PathVariable String application,
      @PathVariable String user,
      @PathVariable String zone,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    return setPaused(Api.tenant(application, user), Api.zone(zone), false, body, request);
  }

  private CompletableFuture<ZoneBody> setPaused(
      TenantId tenant,
      String zone,
      boolean paused,
      @Nullable JsonNode body,
      HttpServletRequest request) {
    ActionBody action = ActionBody.parse(body);
    return audit
        .asked(request, action)
        .does(
            paused ? "pause" : "resume",
            find(tenant, zone)
                .thenCompose(
                    found ->
                        deployment.run(
                            tenant,
                            tx ->
                                tx.zone(zone).changeSettings(before -> before.withPaused(paused)))))
        .thenCompose(saved -> find(tenant, zone))
        .thenApply(ZoneBody::of);
  }

  /** The zone, when it holds an item, a dead letter, settings or a pointer. */
  private CompletableFuture<ZoneSummary> find(TenantId tenant, String zone) {
    return deployment.locate(tenant).thenCompose(cluster -> find(cluster, tenant, zone));
  }

  private static CompletableFuture<ZoneSummary> find(
      QueueCluster cluster, TenantId tenant, String zone) {
    return new ClusterInspector(cluster)
        .zone(tenant, zone)
        .thenCompose(
            found -> {
              if (holdsAnything(found)) {
                return CompletableFuture.completedFuture(found);
              }
              throw new AdminProblem(
                  ProblemKind.ZONE_NOT_FOUND,
                  "tenant %s has nothing in zone \"%s\": its work is done, or it never had any"
                      .formatted(tenant, zone));
            });
  }

  private static boolean holdsAnything(ZoneSummary zone) {
    return !zone.itemsByType().isEmpty()
        || zone.deadLetters() > 0
        || zone.paused()
        || zone.pointer().isPresent();
  }
}
