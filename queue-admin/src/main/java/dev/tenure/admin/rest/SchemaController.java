package dev.tenure.admin.rest;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.rollout.RollOutOptions;
import dev.tenure.queue.rollout.SchemaRollOuts;
import dev.tenure.record.metadata.RecordMetaData;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The schemas that the clusters store: looked at, published, and their roll-outs steered. */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class SchemaController {
  private static final String SCHEMA = "/schemas/{application}";

  private final SchemaRollOuts rollOuts;
  private final AuditLog audit;

  SchemaController(Deployment deployment, AuditLog audit) {
    this.rollOuts = new SchemaRollOuts(deployment);
    this.audit = audit;
  }

  @GetMapping("/schemas")
  CompletableFuture<SchemaBody.Applications> list() {
    return rollOuts.applications().thenApply(SchemaBody.Applications::new);
  }

  @GetMapping(SCHEMA)
  CompletableFuture<SchemaBody.Schema> show(@PathVariable String application) {
    String name = Api.application(application);
    return rollOuts
        .newest(name)
        .thenCombine(
            rollOuts.status(name),
            (schema, status) ->
                SchemaBody.Schema.of(
                    name, schema.orElseThrow(() -> SchemaRequest.notStored(name)), status));
  }

  @PostMapping(SCHEMA + "/publish")
  CompletableFuture<SchemaBody.Published> publish(
      @PathVariable String application, @RequestBody JsonNode body, HttpServletRequest request) {
    RecordMetaData schema = SchemaRequest.metaData(body);
    return change(application, "publish-schema", stored -> schema, body, request);
  }

  @PostMapping(SCHEMA + "/create-index")
  CompletableFuture<SchemaBody.Published> createIndex(
      @PathVariable String application, @RequestBody JsonNode body, HttpServletRequest request) {
    SchemaRequest.NewIndex index = SchemaRequest.NewIndex.parse(body);
    return changeStored(application, "create-index " + index.name(), index::addTo, body, request);
  }

  @PostMapping(SCHEMA + "/drop-index")
  CompletableFuture<SchemaBody.Published> dropIndex(
      @PathVariable String application, @RequestBody JsonNode body, HttpServletRequest request) {
    String name = SchemaRequest.dropped(body);
    return changeStored(
        application,
        "drop-index " + name,
        stored -> SchemaRequest.drop(stored, name),
        body,
        request);
  }

  private CompletableFuture<SchemaBody.Published> changeStored(
      String application,
      String action,
      UnaryOperator<RecordMetaData> next,
      JsonNode body,
      HttpServletRequest request) {
    String name = Api.application(application);
    return change(
        application,
        action,
        stored -> next.apply(stored.orElseThrow(() -> SchemaRequest.notStored(name))),
        body,
        request);
  }

  private CompletableFuture<SchemaBody.Published> change(
      String application,
      String action,
      Function<Optional<RecordMetaData>, RecordMetaData> next,
      JsonNode body,
      HttpServletRequest request) {
    ActionBody reason = ActionBody.reason(body);
    RollOutOptions pace = SchemaRequest.pace(body);
    String name = Api.application(application);
    return audit
        .asked(request, reason)
        .does(
            action + paced(pace),
            done -> action + " version=" + done.version() + paced(pace),
            Asking.within(() -> rollOuts.change(name, next, pace))
                .thenApply(SchemaBody.Published::of));
  }

  @PostMapping(SCHEMA + "/pause")
  CompletableFuture<SchemaBody.Steered> pause(
      @PathVariable String application,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    ActionBody reason = ActionBody.parse(body);
    return audit
        .asked(request, reason)
        .does("pause-roll-out", rollOuts.pause(Api.application(application)))
        .thenApply(SchemaBody.Steered::new);
  }

  @PostMapping(SCHEMA + "/resume")
  CompletableFuture<SchemaBody.Steered> resume(
      @PathVariable String application, @RequestBody JsonNode body, HttpServletRequest request) {
    RollOutOptions pace = SchemaRequest.resume(body);
    ActionBody reason = ActionBody.reason(body);
    return audit
        .asked(request, reason)
        .does("resume-roll-out" + paced(pace), rollOuts.resume(Api.application(application), pace))
        .thenApply(SchemaBody.Steered::new);
  }

  @PostMapping(SCHEMA + "/cancel")
  CompletableFuture<SchemaBody.Steered> cancel(
      @PathVariable String application,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    ActionBody reason = ActionBody.parse(body);
    return audit
        .asked(request, reason)
        .does("cancel-roll-out", rollOuts.cancel(Api.application(application)))
        .thenApply(SchemaBody.Steered::new);
  }

  /** Has builds begin again that have died. */
  @PostMapping(SCHEMA + "/retry")
  CompletableFuture<SchemaBody.Steered> retry(
      @PathVariable String application,
      @RequestBody(required = false) @Nullable JsonNode body,
      HttpServletRequest request) {
    ActionBody reason = ActionBody.parse(body);
    return audit
        .asked(request, reason)
        .does("retry-roll-out", rollOuts.retry(Api.application(application)))
        .thenApply(SchemaBody.Steered::new);
  }

  /** The pace of a roll-out in a line of the audit log. */
  private static String paced(RollOutOptions pace) {
    return " tenantsPerSecond=%d recordsPerSecond=%d"
        .formatted(pace.tenantsPerSecond(), pace.recordsPerSecond());
  }
}
