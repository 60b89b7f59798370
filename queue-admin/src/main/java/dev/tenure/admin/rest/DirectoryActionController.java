package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.DirectoryRepairs;
import dev.tenure.queue.directory.TenantDirectory;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The actions of an operator on one tenant of the directory. */
@RestController
@RequestMapping(
    path = Api.ROOT,
    consumes = MediaType.APPLICATION_JSON_VALUE,
    produces = MediaType.APPLICATION_JSON_VALUE)
final class DirectoryActionController {
  private final ObjectProvider<TenantDirectory> directory;
  private final AuditLog audit;

  DirectoryActionController(ObjectProvider<TenantDirectory> directory, AuditLog audit) {
    this.directory = directory;
    this.audit = audit;
  }

  /** Suspends the tenant: no item is enqueued and none begins; items under way end. */
  @PostMapping(Api.ENTRY + "/suspend")
  CompletableFuture<DirectoryBody.Entry> suspend(
      @PathVariable String application,
      @PathVariable String user,
      @RequestBody JsonNode body,
      HttpServletRequest request) {
    TenantId tenant = Api.tenant(application, user);
    ActionBody action = ActionBody.parse(body);
    String reason = DirectoryRequest.requiredReason(action);
    return audit
        .asked(request, action)
        .does("suspend-tenant", Asking.within(() -> directory().suspend(tenant, reason)))
        .thenCompose(entry -> DirectoryController.told(directory(), entry, false));
  }

  @PostMapping(Api.ENTRY + "/resume")
  CompletableFuture<DirectoryBody.Entry> resume(
      @PathVariable String application,
      @PathVariable String user,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    ActionBody action = ActionBody.parse(body);
    return audit
        .asked(request, action)
        .does("resume-tenant", directory().resume(Api.tenant(application, user)))
        .thenCompose(entry -> DirectoryController.told(directory(), entry, false));
  }

  /** Deletes the tenant with everything that belongs to it, or only counts that. */
  @PostMapping(Api.ENTRY + "/delete")
  CompletableFuture<DirectoryBody.Deletion> delete(
      @PathVariable String application,
      @PathVariable String user,
      @RequestBody JsonNode body,
      HttpServletRequest request) {
    TenantId tenant = Api.tenant(application, user);
    DirectoryRequest.Delete asked = DirectoryRequest.Delete.parse(body);
    TenantDirectory found = directory();
    return asked.dryRun()
        ? found
            .previewDeletion(tenant)
            .thenApply(preview -> preview.orElseThrow(() -> notFound(tenant)))
            .thenApply(DirectoryBody.Preview::of)
            .thenApply(preview -> new DirectoryBody.Deletion(false, Optional.of(preview)))
        : audit
            .asked(request, asked.action())
            .does(
                "delete-tenant",
                found.delete(tenant).thenApply(deleted -> deleted(tenant, deleted)));
  }

  private static DirectoryBody.Deletion deleted(TenantId tenant, boolean deleted) {
    if (!deleted) {
      throw notFound(tenant);
    }
    return new DirectoryBody.Deletion(true, Optional.empty());
  }

  /** Repairs a difference that the audit has found. Each repair first reads the tenant again. */
  @PostMapping(Api.ENTRY + "/repair")
  CompletableFuture<DirectoryBody.Repaired> repair(
      @PathVariable String application,
      @PathVariable String user,
      @RequestBody JsonNode body,
      HttpServletRequest request) {
    TenantId tenant = Api.tenant(application, user);
    DirectoryRequest.Repairing asked = DirectoryRequest.Repairing.parse(body);
    return audit
        .asked(request, asked.action())
        .does("repair-tenant-" + asked.repair(), repair(tenant, asked))
        .thenApply(done -> new DirectoryBody.Repaired(asked.repair().name()));
  }

  private CompletableFuture<?> repair(TenantId tenant, DirectoryRequest.Repairing asked) {
    DirectoryRepairs repairs = directory().repairs();
    return switch (asked.repair()) {
      case FINISH -> repairs.finish(tenant);
      case CREATE_STORE -> repairs.createStore(tenant);
      case FORGET -> repairs.forget(tenant);
      case ADOPT_STORE -> repairs.adoptStore(tenant, asked.cluster());
      case DELETE_STORE -> repairs.deleteStore(tenant, asked.cluster());
      case POINT_TO -> repairs.pointTo(tenant, asked.cluster());
    };
  }

  private TenantDirectory directory() {
    return DirectoryController.require(directory);
  }

  static AdminProblem notFound(TenantId tenant) {
    return new AdminProblem(
        ProblemKind.TENANT_NOT_FOUND, "tenant " + tenant + " has no entry in the directory");
  }
}
