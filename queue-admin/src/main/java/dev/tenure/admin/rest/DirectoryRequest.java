package dev.tenure.admin.rest;

import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Bodies of requests to the tenant directory, read field by field: an unknown name is refused. */
final class DirectoryRequest {
  private DirectoryRequest() {}

  /** A search for the owner of an alternate key. The key's value appears in no error. */
  record Find(String kind, String value) {
    static Find parse(JsonNode body) {
      ActionBody.requireFields(body, Set.of("kind", "value"));
      return new Find(ActionBody.text(body, "kind"), ActionBody.text(body, "value"));
    }
  }

  /**
   * A deletion.
   *
   * @param dryRun whether the tenant's contents are only counted
   */
  record Delete(boolean dryRun, ActionBody action) {
    static Delete parse(JsonNode body) {
      ActionBody.requireFields(body, Set.of("dryRun", "reason"));
      JsonNode dryRun = body.get("dryRun");
      if (dryRun == null || !dryRun.isBoolean()) {
        throw ActionBody.unreadable("dryRun is missing; true counts, false deletes");
      }
      return new Delete(dryRun.asBoolean(), ActionBody.reason(body));
    }
  }

  /** The repairs of differences between the directory and a cluster (docs/tenants.md). */
  enum Repair {
    FINISH,
    CREATE_STORE,
    FORGET,
    ADOPT_STORE,
    DELETE_STORE,
    POINT_TO
  }

  /**
   * A repair of one tenant.
   *
   * @param cluster the cluster of the store; empty when the entry names it
   */
  record Repairing(Repair repair, String cluster, ActionBody action) {
    static Repairing parse(JsonNode body) {
      ActionBody.requireFields(body, Set.of("repair", "cluster", "reason"));
      Repair repair =
          Api.choice("repair", ActionBody.text(body, "repair"), Repair.class)
              .orElseThrow(() -> ActionBody.unreadable("repair is empty"));
      boolean named = repair == Repair.ADOPT_STORE || repair == Repair.DELETE_STORE;
      if (body.get("cluster") == null && (named || repair == Repair.POINT_TO)) {
        throw ActionBody.unreadable(
            "cluster is missing; " + repair + " needs the cluster of the store");
      }
      return new Repairing(
          repair,
          body.get("cluster") == null ? "" : ActionBody.text(body, "cluster"),
          ActionBody.reason(body));
    }
  }

  /**
   * A decision about a violated key of a tenant.
   *
   * @param value the value of the key; may be empty when the tenant has one violated key of the
   *     kind
   * @param replacement the key that the tenant gets instead; empty when it keeps the violated one
   */
  record Decision(
      String kind, Optional<String> value, Optional<String> replacement, ActionBody action) {
    static Decision parse(JsonNode body, boolean replaces) {
      ActionBody.requireFields(
          body,
          replaces
              ? Set.of("kind", "value", "replacement", "reason")
              : Set.of("kind", "value", "reason"));
      return new Decision(
          ActionBody.text(body, "kind"),
          ActionBody.optionalText(body, "value"),
          replaces ? Optional.of(ActionBody.text(body, "replacement")) : Optional.empty(),
          ActionBody.reason(body));
    }
  }

  /** The changes of a kind of alternate key. */
  enum Change {
    ADD,
    DROP
  }

  /**
   * A change of a kind of alternate key.
   *
   * @param fromAttribute the attribute whose value becomes the key of each tenant that there is;
   *     empty where the tenants get no key, and when a kind is dropped
   */
  record Changing(String kind, Change change, Optional<String> fromAttribute, ActionBody action) {
    static Changing parse(JsonNode body) {
      ActionBody.requireFields(body, Set.of("kind", "change", "fromAttribute", "reason"));
      Change change =
          Api.choice("change", ActionBody.text(body, "change"), Change.class)
              .orElseThrow(() -> ActionBody.unreadable("change is empty"));
      Optional<String> attribute = ActionBody.optionalText(body, "fromAttribute");
      if (change == Change.DROP && attribute.isPresent()) {
        throw ActionBody.unreadable("fromAttribute is there; only ADD gives tenants keys");
      }
      return new Changing(
          ActionBody.text(body, "kind"), change, attribute, ActionBody.reason(body));
    }
  }

  /** A page of an audit that repairs. */
  record Auditing(int limit, Optional<String> continuation, ActionBody action) {
    static Auditing parse(JsonNode body) {
      ActionBody.requireFields(body, Set.of("limit", "continuation", "reason"));
      JsonNode limit = body.get("limit");
      JsonNode continuation = body.get("continuation");
      return new Auditing(
          Api.limit(limit == null ? Api.LIMIT_DEFAULT : limit.asString()),
          Api.continuation(
              continuation == null || continuation.isNull() ? null : continuation.asString()),
          ActionBody.reason(body));
    }
  }

  /** The reason of an action that must have one, since it is kept with the tenant. */
  static String requiredReason(ActionBody body) {
    String reason = body.reason();
    if (reason == null || reason.isBlank()) {
      throw ActionBody.unreadable("reason is missing; it is kept with the tenant");
    }
    return reason;
  }
}
