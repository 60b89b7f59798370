package dev.tenure.admin.rest;

import dev.tenure.admin.AdminProperties;
import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.ContentType;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.LocalItem;
import dev.tenure.queue.fanout.FanOut;
import dev.tenure.queue.fanout.FanOutStatus;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Fan-outs of local items: begun for the types that the configuration names, and looked at. */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class FanOutController {
  private static final int PRIORITY = 8;

  private final FanOut fanOut;
  private final List<String> types;
  private final AuditLog audit;

  FanOutController(Deployment deployment, AdminProperties properties, AuditLog audit) {
    this.fanOut = new FanOut(deployment);
    this.types = properties.fanOutTypes();
    this.audit = audit;
  }

  /** A fan-out that was begun. */
  record Begun(String id, String home) {}

  /**
   * The status of a fan-out.
   *
   * @param pendingOn the home of a fan-out that has not ended; null when it has ended
   * @param pendingReason which clusters it could not reach so far
   */
  record Status(
      String id,
      @Nullable String pendingOn,
      @Nullable String pendingReason,
      List<OnCluster> clusters) {
    static Status of(FanOutStatus status) {
      return new Status(
          status.id(),
          status.pending().map(FanOutStatus.Outcome::cluster).orElse(null),
          status.pending().flatMap(FanOutStatus.Outcome::reason).orElse(null),
          status.clusters().stream().map(OnCluster::of).toList());
    }
  }

  /**
   * The item on one cluster.
   *
   * @param state null when the cluster did not answer
   */
  record OnCluster(String cluster, LocalItem.@Nullable State state, @Nullable String reason) {
    static OnCluster of(FanOutStatus.Outcome outcome) {
      return new OnCluster(
          outcome.cluster(), outcome.state().orElse(null), outcome.reason().orElse(null));
    }
  }

  @GetMapping("/fan-outs/{id}")
  CompletableFuture<Status> status(@PathVariable String id) {
    String name = Api.item(id);
    return fanOut
        .status(name)
        .thenApply(
            status -> {
              if (isUnknown(status)) {
                throw new AdminProblem(
                    ProblemKind.FAN_OUT_NOT_FOUND,
                    "no cluster has an item of the fan-out \"" + name + "\", or a mark of one");
              }
              return Status.of(status);
            });
  }

  /** Only when all clusters have answered. */
  private static boolean isUnknown(FanOutStatus status) {
    return Stream.concat(status.clusters().stream(), status.homes().stream())
        .allMatch(each -> each.state().equals(Optional.of(LocalItem.State.ABSENT)));
  }

  @PostMapping("/fan-outs")
  CompletableFuture<Begun> begin(@RequestBody JsonNode body, HttpServletRequest request) {
    ActionBody.requireFields(body, Set.of("id", "type", "payload", "reason"));
    String id = ActionBody.text(body, "id");
    String type = ActionBody.text(body, "type");
    ActionBody action = ActionBody.reason(body);
    if (!types.contains(type)) {
      throw Api.outOfRange(
          "type", type, "one of " + types + ", the types of tenure.admin.fan-out-types");
    }
    return audit
        .asked(request, action)
        .does("fan-out " + id, Asking.within(() -> fanOut.start(item(id, type, body))))
        .thenApply(home -> new Begun(id, home));
  }

  private static NewItem item(String id, String type, JsonNode body) {
    JsonNode payload = body.get("payload");
    byte[] bytes =
        payload == null
            ? new byte[0]
            : ActionBody.text(body, "payload").getBytes(StandardCharsets.UTF_8);
    return new NewItem(
        type,
        1,
        new ItemBody(ContentType.RAW, bytes, Map.of()),
        PRIORITY,
        Duration.ZERO,
        Optional.of(id),
        Optional.empty());
  }
}
