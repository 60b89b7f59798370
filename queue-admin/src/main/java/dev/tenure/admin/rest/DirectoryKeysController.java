package dev.tenure.admin.rest;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.KeyViolations;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.violation.Violations;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletableFuture;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Changes of the alternate keys: decisions about violated ones, kinds, and audits that repair. */
@RestController
@RequestMapping(
    path = Api.ROOT,
    consumes = MediaType.APPLICATION_JSON_VALUE,
    produces = MediaType.APPLICATION_JSON_VALUE)
final class DirectoryKeysController {
  private final ObjectProvider<TenantDirectory> directory;
  private final AuditLog audit;
  private final KindChanges changes = new KindChanges();

  DirectoryKeysController(ObjectProvider<TenantDirectory> directory, AuditLog audit) {
    this.directory = directory;
    this.audit = audit;
  }

  /** Decides that the tenant keeps a key that several own. The others lose it. */
  @PostMapping(Api.ENTRY + "/keep-key")
  CompletableFuture<DirectoryBody.Decided> keep(
      @PathVariable String application,
      @PathVariable String user,
      @RequestBody JsonNode body,
      HttpServletRequest request) {
    return decide(
        Api.tenant(application, user),
        DirectoryRequest.Decision.parse(body, false),
        "keep-key",
        request);
  }

  /** Decides that the tenant gets another key in place of one that several own. */
  @PostMapping(Api.ENTRY + "/replace-key")
  CompletableFuture<DirectoryBody.Decided> replace(
      @PathVariable String application,
      @PathVariable String user,
      @RequestBody JsonNode body,
      HttpServletRequest request) {
    return decide(
        Api.tenant(application, user),
        DirectoryRequest.Decision.parse(body, true),
        "replace-key",
        request);
  }

  private CompletableFuture<DirectoryBody.Decided> decide(
      TenantId tenant, DirectoryRequest.Decision asked, String action, HttpServletRequest request) {
    KeyViolations violations = directory().violations();
    CompletableFuture<Violations.Outcome> decided =
        asked
            .value()
            .map(value -> new SecondaryKey(asked.kind(), value))
            .map(CompletableFuture::completedFuture)
            .orElseGet(() -> violations.of(tenant, asked.kind()))
            .thenCompose(key -> decide(violations, key, tenant, asked));
    return audit
        .asked(request, asked.action())
        .does(action, decided)
        .thenApply(DirectoryBody.Decided::new);
  }

  private static CompletableFuture<Violations.Outcome> decide(
      KeyViolations violations,
      SecondaryKey key,
      TenantId tenant,
      DirectoryRequest.Decision asked) {
    return asked.replacement().isPresent()
        ? violations.replace(key, tenant, asked.replacement().get())
        : violations.keep(key, tenant);
  }

  /**
   * Begins the change of a kind in this process and returns its progress. A further request returns
   * the progress; if the change has failed, it begins again.
   */
  @PostMapping("/directory/kinds")
  CompletableFuture<DirectoryBody.KindChange> change(
      @RequestBody JsonNode body, HttpServletRequest request) {
    DirectoryRequest.Changing asked = DirectoryRequest.Changing.parse(body);
    TenantDirectory found = directory();
    if (asked.change() == DirectoryRequest.Change.ADD) {
      DirectoryController.requireKind(found, asked.kind());
    }
    AuditLog.Asked line = audit.asked(request, asked.action());
    return changes
        .goOn(found, asked)
        .thenApply(
            told -> {
              if (told.begun()) {
                line.done("kind-" + asked.change());
              }
              return told.change();
            });
  }

  /** Audits a page, repairs differences that need no decision, and notes violated keys. */
  @PostMapping(Api.AUDIT)
  CompletableFuture<PageBody<DirectoryBody.Difference>> repair(
      @RequestBody JsonNode body, HttpServletRequest request) {
    DirectoryRequest.Auditing asked = DirectoryRequest.Auditing.parse(body);
    return audit
        .asked(request, asked.action())
        .does(
            "repair-directory",
            DirectoryController.audit(directory(), asked.limit(), asked.continuation(), true));
  }

  private TenantDirectory directory() {
    return DirectoryController.require(directory);
  }
}
