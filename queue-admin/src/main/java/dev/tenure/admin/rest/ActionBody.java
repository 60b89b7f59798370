package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The optional body of an action, and how fields are read from bodies that have others.
 *
 * @param reason the reason for the audit log, at most 500 characters
 */
record ActionBody(@Nullable String reason) {
  static final int REASON_CHARACTERS_MAX = 500;

  /** Throws {@link AdminProblem} naming the field that cannot be used. */
  static ActionBody parse(@Nullable JsonNode body) {
    if (body == null) {
      return new ActionBody(null);
    }
    if (!body.isObject()) {
      throw unreadable("the body is not a JSON object");
    }
    for (String name : body.propertyNames()) {
      if (!name.equals("reason")) {
        throw Api.outOfRange("a field's name", name, "reason");
      }
    }
    return reason(body);
  }

  /** Reads the reason from a body that may have other fields. Throws as {@link #parse}. */
  static ActionBody reason(JsonNode body) {
    JsonNode reason = body.get("reason");
    if (reason != null && !reason.isNull() && !reason.isString()) {
      throw unreadable("reason is not a text");
    }
    ActionBody action =
        new ActionBody(reason == null || reason.isNull() ? null : reason.asString());
    AuditLog.check(action);
    return action;
  }

  static AdminProblem unreadable(String detail) {
    return new AdminProblem(ProblemKind.REQUEST_UNREADABLE, detail);
  }

  /** Refuses what is no JSON object, or has a field of another name. */
  static void requireFields(JsonNode body, Set<String> known) {
    if (!body.isObject()) {
      throw unreadable("the body is not a JSON object");
    }
    for (String name : body.propertyNames()) {
      if (!known.contains(name)) {
        throw Api.outOfRange("a field's name", name, "one of " + known.stream().sorted().toList());
      }
    }
  }

  /** A text that may be missing. */
  static Optional<String> optionalText(JsonNode body, String name) {
    return body.get(name) == null ? Optional.empty() : Optional.of(text(body, name));
  }

  /** A text that must be there, and not empty. */
  static String text(JsonNode body, String name) {
    JsonNode value = body.get(name);
    if (value == null || !value.isString() || value.asString().isEmpty()) {
      throw unreadable(name + " is missing or no text");
    }
    return value.asString();
  }
}
