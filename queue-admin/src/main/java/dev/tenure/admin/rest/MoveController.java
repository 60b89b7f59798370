package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.inspect.Page;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveReason;
import dev.tenure.queue.move.MoveRequest;
import dev.tenure.queue.move.MoveRequests;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.record.async.AsyncLoop;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
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

/** Moves of tenants between clusters: asked for, watched, paused, resumed and reverted. */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class MoveController {
  private static final String MOVE = Api.ENTRY + "/move";

  private final ObjectProvider<TenantDirectory> directory;
  private final AuditLog audit;

  MoveController(ObjectProvider<TenantDirectory> directory, AuditLog audit) {
    this.directory = directory;
    this.audit = audit;
  }

  /** Moves that have not ended, in the order of their tenants, or those that ended lately. */
  @GetMapping("/directory/moves")
  CompletableFuture<PageBody<MoveBody>> moves(
      @RequestParam(defaultValue = "false") String ended,
      @RequestParam(defaultValue = Api.LIMIT_DEFAULT) String limit,
      @RequestParam(required = false) @Nullable String continuation) {
    TenantDirectory found = DirectoryController.require(directory);
    boolean past = Api.flag("ended", ended);
    SealedContinuation sealed = new SealedContinuation("moves", past);
    return new FilledPage<MoveRequest>(
            Api.limit(limit),
            (from, most) ->
                MoveRequests.of(found)
                    .list(past, from.map(MoveController::tenant), most)
                    .thenApply(
                        page ->
                            new Page<>(
                                page.requests(),
                                page.next().map(MoveController::text),
                                page.requests().size())))
        .from(sealed.open(Api.continuation(continuation)))
        .thenCompose(page -> told(found, sealed.close(page)));
  }

  /** The length of the application, a colon, and both names. */
  private static String text(TenantId tenant) {
    return tenant.application().length() + ":" + tenant.application() + tenant.user();
  }

  private static TenantId tenant(String text) {
    try {
      int names = text.indexOf(':') + 1;
      int user = names + Integer.parseInt(text.substring(0, names - 1));
      return new TenantId(text.substring(names, user), text.substring(user));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new AdminProblem(
          ProblemKind.CONTINUATION_UNUSABLE, "continuation is not one that this list gave out");
    }
  }

  private static CompletableFuture<PageBody<MoveBody>> told(
      TenantDirectory directory, Page<MoveRequest> page) {
    return AsyncLoop.all(page.rows().stream().map(each -> told(directory, each)).toList())
        .thenApply(rows -> new PageBody<>(rows, page.continuation(), page.scanned()));
  }

  private static CompletableFuture<MoveBody> told(TenantDirectory directory, MoveRequest request) {
    Instant now = MoveRequests.of(directory).now();
    return request.state().hasEnded()
        ? CompletableFuture.completedFuture(MoveBody.of(request, Optional.empty(), now))
        : TenantMoves.of(directory, MoveOptions.defaults())
            .find(request.tenant())
            .thenApply(status -> MoveBody.of(request, status, now));
  }

  /** The open move of a tenant. Without one, the last move that ended within a day. */
  @GetMapping(MOVE)
  CompletableFuture<MoveBody> move(@PathVariable String application, @PathVariable String user) {
    TenantId tenant = Api.tenant(application, user);
    return move(DirectoryController.require(directory), tenant)
        .thenApply(
            move ->
                move.orElseThrow(
                    () ->
                        new AdminProblem(
                            ProblemKind.MOVE_NOT_FOUND,
                            "no move of tenant " + tenant + " was asked for lately")));
  }

  /** The open move of a tenant. Without one, the last move that ended within a day, if any. */
  static CompletableFuture<Optional<MoveBody>> move(TenantDirectory directory, TenantId tenant) {
    return MoveRequests.of(directory)
        .find(tenant)
        .thenCompose(
            request ->
                request.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : told(directory, request.get()).thenApply(Optional::of));
  }

  /** Asks for a move. A worker of any process of the deployment makes it. */
  @PostMapping(path = MOVE, consumes = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<MoveBody> ask(
      @PathVariable String application,
      @PathVariable String user,
      @RequestBody JsonNode body,
      HttpServletRequest request) {
    TenantDirectory found = DirectoryController.require(directory);
    TenantId tenant = Api.tenant(application, user);
    ActionBody.requireFields(body, Set.of("cluster", "reason"));
    String cluster = Api.cluster(ActionBody.text(body, "cluster"));
    ActionBody action = ActionBody.reason(body);
    MoveReason why =
        MoveReason.of(
            audit.person(request, MoveRequest.BY_CHARACTERS_MAX),
            Optional.ofNullable(action.reason()).orElse(""));
    return audit
        .asked(request, action)
        .does(
            "move-tenant-to " + cluster,
            Asking.within(() -> MoveRequests.of(found).ask(tenant, cluster, why)))
        .thenCompose(asked -> told(found, asked));
  }

  /** Has the movers leave the move as it is; the source serves the tenant. */
  @PostMapping(MOVE + "/pause")
  CompletableFuture<MoveBody> pause(
      @PathVariable String application,
      @PathVariable String user,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    return change(application, user, MoveRequests::pause, "pause-move", body, request);
  }

  @PostMapping(MOVE + "/resume")
  CompletableFuture<MoveBody> resume(
      @PathVariable String application,
      @PathVariable String user,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    return change(application, user, MoveRequests::resume, "resume-move", body, request);
  }

  /** Has a worker undo the move, unless the tenant has arrived by then. */
  @PostMapping(MOVE + "/revert")
  CompletableFuture<MoveBody> revert(
      @PathVariable String application,
      @PathVariable String user,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    return change(application, user, MoveRequests::revert, "revert-move", body, request);
  }

  private CompletableFuture<MoveBody> change(
      String application,
      String user,
      BiFunction<MoveRequests, TenantId, CompletableFuture<MoveRequest>> change,
      String name,
      @Nullable JsonNode body,
      HttpServletRequest request) {
    TenantDirectory found = DirectoryController.require(directory);
    ActionBody action = ActionBody.parse(body);
    return audit
        .asked(request, action)
        .does(name, change.apply(MoveRequests.of(found), Api.tenant(application, user)))
        .thenCompose(changed -> told(found, changed));
  }
}
