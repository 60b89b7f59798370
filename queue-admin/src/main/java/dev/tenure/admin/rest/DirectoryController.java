package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.DirectoryFinding;
import dev.tenure.queue.directory.EntryFilter;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.directory.TenantState;
import dev.tenure.queue.inspect.Page;
import dev.tenure.record.global.SecondaryKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Reads the tenant directory: its state, entries, and differences from the clusters. */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class DirectoryController {
  private final ObjectProvider<TenantDirectory> directory;

  DirectoryController(ObjectProvider<TenantDirectory> directory) {
    this.directory = directory;
  }

  @GetMapping("/directory")
  CompletableFuture<DirectoryBody> directory() {
    TenantDirectory found = directory.getIfAvailable();
    return found == null
        ? CompletableFuture.completedFuture(DirectoryBody.ABSENT)
        : found
            .progress()
            .thenCombine(
                found.kinds().inForce(),
                (progress, kinds) -> DirectoryBody.of(found.options(), kinds, progress));
  }

  @GetMapping("/directory/tenants")
  CompletableFuture<PageBody<DirectoryBody.Row>> entries(
      @RequestParam(required = false) @Nullable String application,
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable String cluster,
      @RequestParam(defaultValue = Api.LIMIT_DEFAULT) String limit,
      @RequestParam(required = false) @Nullable String continuation) {
    TenantDirectory found = require(directory);
    EntryFilter filter =
        new EntryFilter(
            Api.filter("application", application, QueueLimits.APPLICATION_BYTES_MAX),
            Api.choice("state", state, TenantState.class),
            Api.filter("cluster", cluster, QueueLimits.APPLICATION_BYTES_MAX));
    SealedContinuation sealed = new SealedContinuation("entries", filter, found.options().layout());
    return new FilledPage<TenantEntry>(
            Api.limit(limit),
            (from, most) ->
                Asking.page(
                    () ->
                        found
                            .list(filter, from, most)
                            .thenApply(page -> new Page<>(page.entries(), page.next(), most))))
        .from(sealed.open(Api.continuation(continuation)))
        .thenApply(page -> PageBody.of(sealed.close(page), DirectoryBody.Row::of));
  }

  /** One entry. Values that may be personal data are shown only on request. */
  @GetMapping(Api.ENTRY)
  CompletableFuture<DirectoryBody.Entry> entry(
      @PathVariable String application,
      @PathVariable String user,
      @RequestParam(defaultValue = "false") String reveal) {
    TenantId tenant = Api.tenant(application, user);
    boolean revealed = Api.flag("reveal", reveal);
    TenantDirectory found = require(directory);
    return found
        .find(tenant)
        .thenApply(entry -> entry.orElseThrow(() -> DirectoryActionController.notFound(tenant)))
        .thenCompose(entry -> told(found, entry, revealed));
  }

  /** The entry with the tenant's move. */
  static CompletableFuture<DirectoryBody.Entry> told(
      TenantDirectory directory, TenantEntry entry, boolean revealed) {
    return MoveController.move(directory, entry.tenant())
        .thenApply(move -> DirectoryBody.Entry.of(entry, move, revealed));
  }

  /**
   * Finds the owner of an alternate key. The request is a POST, since the value of the key may be
   * personal data, which must not appear in an address.
   */
  @PostMapping(path = Api.FIND, consumes = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<PageBody<DirectoryBody.Row>> find(@RequestBody JsonNode body) {
    TenantDirectory found = require(directory);
    DirectoryRequest.Find asked = DirectoryRequest.Find.parse(body);
    requireKind(found, asked.kind());
    return Asking.within(() -> found.find(new SecondaryKey(asked.kind(), asked.value())))
        .thenApply(
            entry ->
                new PageBody<>(
                    entry.map(DirectoryBody.Row::of).map(List::of).orElse(List.of()),
                    Optional.empty(),
                    1));
  }

  @GetMapping(Api.AUDIT)
  CompletableFuture<PageBody<DirectoryBody.Difference>> audit(
      @RequestParam(defaultValue = Api.LIMIT_DEFAULT) String limit,
      @RequestParam(required = false) @Nullable String continuation) {
    return audit(require(directory), Api.limit(limit), Api.continuation(continuation), false);
  }

  static CompletableFuture<PageBody<DirectoryBody.Difference>> audit(
      TenantDirectory directory, int limit, Optional<String> continuation, boolean repairs) {
    SealedContinuation sealed =
        new SealedContinuation("audit", repairs, directory.options().layout());
    return new FilledPage<DirectoryFinding>(
            limit,
            (from, most) ->
                Asking.page(
                    () ->
                        directory
                            .audit()
                            .page(from, most, repairs)
                            .thenApply(
                                page -> new Page<>(page.findings(), page.next(), page.looked()))))
        .from(sealed.open(continuation))
        .thenApply(page -> PageBody.of(sealed.close(page), DirectoryBody.Difference::of));
  }

  /** Lists violated keys. Values are shown only on request, and appear in no continuation. */
  @GetMapping("/directory/violations")
  CompletableFuture<List<DirectoryBody.Violated>> violations(
      @RequestParam(defaultValue = Api.LIMIT_DEFAULT) String limit,
      @RequestParam(defaultValue = "false") String reveal) {
    boolean revealed = Api.flag("reveal", reveal);
    return require(directory)
        .violations()
        .list(Optional.empty(), Api.limit(limit))
        .thenApply(
            found ->
                found.stream().map(each -> DirectoryBody.Violated.of(each, revealed)).toList());
  }

  static void requireKind(TenantDirectory directory, String kind) {
    if (!directory.options().keys().contains(kind)) {
      throw Api.outOfRange("kind", kind, "one of " + directory.options().keys());
    }
  }

  static TenantDirectory require(ObjectProvider<TenantDirectory> directory) {
    TenantDirectory found = directory.getIfAvailable();
    if (found == null) {
      throw new AdminProblem(
          ProblemKind.NOTHING_HERE,
          "this deployment has no tenant directory; tenure.directory.shards names the clusters of"
              + " one");
    }
    return found;
  }
}
