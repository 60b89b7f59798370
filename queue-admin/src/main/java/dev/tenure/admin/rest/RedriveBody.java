package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.redrive.LetterFilter;
import dev.tenure.queue.redrive.RedriveAction;
import dev.tenure.queue.redrive.RedriveLimits;
import dev.tenure.queue.redrive.RedriveRequest;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.record.async.Pace;
import dev.tenure.record.query.text.QueryTextException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request for an action on dead letters. It is read field by field, and an unknown name is
 * refused, since a mistyped filter would otherwise select all letters.
 *
 * @param dryRun whether the letters are only counted
 * @param most the most letters that the request changes
 */
record RedriveBody(
    LetterFilter filter,
    boolean dryRun,
    int most,
    Pace pace,
    Optional<String> continuation,
    ActionBody action) {
  static final int MOST_MAX = 10_000;
  static final int PER_SECOND_MAX = 10_000;
  private static final int MOST_DEFAULT = 1_000;

  /** A request must be answered in time; what is left has a continuation. */
  private static final Duration TIME_MAX = Duration.ofSeconds(4);

  private static final Set<String> FIELDS =
      new TreeSet<>(
          List.of(
              "kind",
              "type",
              "reasonContains",
              "diedFrom",
              "diedBefore",
              "ids",
              "filter",
              "dryRun",
              "max",
              "itemsPerSecond",
              "continuation",
              "reason"));

  /** Throws {@link AdminProblem} naming the field, its value and the limit. */
  static RedriveBody parse(JsonNode body) {
    if (!body.isObject()) {
      throw Api.outOfRange("the body", body.toString(), "an object");
    }
    for (String name : body.propertyNames()) {
      if (!FIELDS.contains(name)) {
        throw Api.outOfRange("a field's name", name, "one of " + FIELDS);
      }
    }
    ActionBody action = new ActionBody(text(body, "reason"));
    AuditLog.check(action);
    int perSecond = number(body, "itemsPerSecond", 0, PER_SECOND_MAX);
    return new RedriveBody(
        filter(body),
        flag(body, "dryRun"),
        number(body, "max", MOST_DEFAULT, MOST_MAX),
        perSecond == 0 ? Pace.unlimited() : Pace.perSecond(perSecond),
        Api.continuation(text(body, "continuation")),
        action);
  }

  RedriveRequest request(String zone, RedriveAction kind) {
    RedriveLimits limits =
        RedriveLimits.defaults().withLettersMax(most).withTimeMax(TIME_MAX).withPace(pace);
    return RedriveRequest.ofZone(zone, kind)
        .withFilter(filter)
        .withLimits(limits)
        .from(continuation);
  }

  /** The filter as one line, for the audit log. */
  String filterText() {
    List<String> parts = new ArrayList<>();
    filter.kind().ifPresent(kind -> parts.add("kind=" + kind));
    filter.type().ifPresent(type -> parts.add("type=" + type));
    filter.reasonContains().ifPresent(part -> parts.add("reasonContains=" + part));
    filter.diedFrom().ifPresent(from -> parts.add("diedFrom=" + from));
    filter.diedBefore().ifPresent(before -> parts.add("diedBefore=" + before));
    if (!filter.ids().isEmpty()) {
      parts.add("ids=" + filter.ids());
    }
    filter.text().ifPresent(text -> parts.add("filter=" + text));
    return parts.isEmpty() ? "all" : String.join(" ", parts);
  }

  private static LetterFilter filter(JsonNode body) {
    try {
      return new LetterFilter(
          Api.choice("kind", text(body, "kind"), DeadLetterKind.class),
          Api.filter("type", text(body, "type"), QueueLimits.TYPE_BYTES_MAX),
          Optional.ofNullable(text(body, "reasonContains")),
          time(body, "diedFrom"),
          time(body, "diedBefore"),
          ids(body),
          Api.text("filter", text(body, "filter")));
    } catch (QueryTextException e) {
      throw Asking.unusable(e);
    } catch (IllegalArgumentException e) {
      throw new AdminProblem(ProblemKind.PARAMETER_OUT_OF_RANGE, String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable JsonNode field(JsonNode body, String name) {
    JsonNode value = body.get(name);
    return value == null || value.isNull() ? null : value;
  }

  private static @Nullable String text(JsonNode body, String name) {
    JsonNode value = field(body, name);
    if (value != null && !value.isString()) {
      throw Api.outOfRange(name, value.toString(), "a text");
    }
    return value == null ? null : value.asString();
  }

  private static boolean flag(JsonNode body, String name) {
    JsonNode value = field(body, name);
    if (value != null && !value.isBoolean()) {
      throw Api.outOfRange(name, value.toString(), "true or false");
    }
    return value != null && value.asBoolean();
  }

  private static int number(JsonNode body, String name, int otherwise, int most) {
    JsonNode value = field(body, name);
    if (value == null) {
      return otherwise;
    }
    if (!value.isInt() || value.asInt() < 1 || value.asInt() > most) {
      throw Api.outOfRange(name, value.toString(), "1 to " + most);
    }
    return value.asInt();
  }

  private static Optional<Instant> time(JsonNode body, String name) {
    String text = text(body, name);
    try {
      return text == null ? Optional.empty() : Optional.of(Instant.parse(text));
    } catch (DateTimeException e) {
      throw Api.outOfRange(name, String.valueOf(text), "a time such as 2026-01-31T12:00:00Z");
    }
  }

  private static List<String> ids(JsonNode body) {
    JsonNode value = field(body, "ids");
    if (value == null) {
      return List.of();
    }
    if (!value.isArray() || value.isEmpty()) {
      throw Api.outOfRange("ids", value.toString(), "a list of at least one id");
    }
    List<String> ids = new ArrayList<>();
    for (JsonNode id : value) {
      if (!id.isString()) {
        throw Api.outOfRange("an id", id.toString(), "a text");
      }
      ids.add(id.asString());
    }
    return ids;
  }
}
