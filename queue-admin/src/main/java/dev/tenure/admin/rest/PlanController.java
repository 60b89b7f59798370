package dev.tenure.admin.rest;

import dev.tenure.consumer.top.TopTenants;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveRequest;
import dev.tenure.queue.rebalance.Rebalancing;
import dev.tenure.spring.ConsumerStatusSource;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Plans of many moves: previewed, started, paused, resumed, undone and forgotten. */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class PlanController {
  private static final String PLANS = "/directory/plans";
  private static final String PLAN = PLANS + "/{plan}";

  private final ObjectProvider<TenantDirectory> directory;
  private final List<ConsumerStatusSource> consumers;
  private final AuditLog audit;

  PlanController(
      ObjectProvider<TenantDirectory> directory,
      ObjectProvider<ConsumerStatusSource> consumers,
      AuditLog audit) {
    this.directory = directory;
    this.consumers = consumers.orderedStream().toList();
    this.audit = audit;
  }

  private Rebalancing plans() {
    return Rebalancing.of(DirectoryController.require(directory));
  }

  @GetMapping(PLANS)
  CompletableFuture<List<PlanBody.Plan>> list() {
    return plans().list().thenApply(found -> found.stream().map(PlanBody.Plan::of).toList());
  }

  @GetMapping(PLAN)
  CompletableFuture<PlanBody.Progress> progress(@PathVariable String plan) {
    return plans().progress(Api.item(plan)).thenApply(PlanBody.Progress::of);
  }

  /** Chooses moves, and changes nothing. */
  @PostMapping(path = PLANS + "/preview", consumes = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<PlanBody.Preview> preview(@RequestBody JsonNode body) {
    PlanRequest asked = PlanRequest.parse(body, loads());
    return plans().preview(asked.goal(), asked.movesMax()).thenApply(PlanBody.Preview::of);
  }

  /** Chooses moves, and asks for them. */
  @PostMapping(path = PLANS, consumes = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<PlanBody.Plan> start(@RequestBody JsonNode body, HttpServletRequest request) {
    PlanRequest asked = PlanRequest.parse(body, loads());
    String id = asked.id().orElseThrow(() -> ActionBody.unreadable("plan is missing"));
    String person = person(request);
    return audit
        .asked(request, asked.action())
        .does(
            "start-plan " + id,
            done -> "start-plan " + id + ": " + done.goal(),
            plans()
                .preview(asked.goal(), asked.movesMax())
                .thenCompose(
                    plan ->
                        Asking.within(
                            () -> plans().start(id, plan, person, reason(asked.action()))))
                .thenApply(PlanBody.Plan::of));
  }

  private String person(HttpServletRequest request) {
    return audit.person(request, MoveRequest.BY_CHARACTERS_MAX);
  }

  private static String reason(ActionBody action) {
    return Optional.ofNullable(action.reason()).orElse("");
  }

  /** Items started by the consumers of this process, by tenant. */
  private Map<TenantId, Long> loads() {
    Map<TenantId, Long> loads = new TreeMap<>();
    for (ConsumerStatusSource each : consumers) {
      each.status()
          .ifPresent(
              status ->
                  status
                      .top()
                      .byStarts()
                      .forEach(
                          (TopTenants.Share share) ->
                              loads.merge(share.tenant(), share.value(), Long::sum)));
    }
    return loads;
  }

  @PostMapping(PLAN + "/pause")
  CompletableFuture<PlanBody.Changed> pause(
      @PathVariable String plan,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    return change(plan, Rebalancing::pause, "pause-plan", body, request);
  }

  @PostMapping(PLAN + "/resume")
  CompletableFuture<PlanBody.Changed> resume(
      @PathVariable String plan,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    return change(plan, Rebalancing::resume, "resume-plan", body, request);
  }

  private CompletableFuture<PlanBody.Changed> change(
      String plan,
      BiFunction<Rebalancing, String, CompletableFuture<Long>> change,
      String name,
      @Nullable JsonNode body,
      HttpServletRequest request) {
    ActionBody action = ActionBody.parse(body);
    String id = Api.item(plan);
    return audit
        .asked(request, action)
        .does(name, change.apply(plans(), id))
        .thenApply(moves -> new PlanBody.Changed(id, moves));
  }

  /** Reverts what has not ended, and moves back what was completed. */
  @PostMapping(PLAN + "/undo")
  CompletableFuture<PlanBody.Plan> undo(
      @PathVariable String plan,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    ActionBody action = ActionBody.parse(body);
    String id = Api.item(plan);
    return audit
        .asked(request, action)
        .does("undo-plan", Asking.within(() -> plans().undo(id, person(request), reason(action))))
        .thenApply(PlanBody.Plan::of);
  }

  /** Forgets a plan that has ended. */
  @PostMapping(PLAN + "/forget")
  CompletableFuture<PlanBody.Changed> forget(
      @PathVariable String plan,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    ActionBody action = ActionBody.parse(body);
    String id = Api.item(plan);
    return audit
        .asked(request, action)
        .does("forget-plan", plans().forget(id))
        .thenApply(done -> new PlanBody.Changed(id, 0));
  }
}
