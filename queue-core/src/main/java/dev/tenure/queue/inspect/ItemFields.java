package dev.tenure.queue.inspect;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.lessOrEqual;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.notNull;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.queue.proto.DeadLetterKind;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.text.TextFields;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The fields that filters and orders of items name, for each record type that holds items: the
 * names are those of the REST interface.
 */
public final class ItemFields {
  /** The zone is never null: conditions that are the same for all records of a type. */
  private static final QueryPredicate NEVER = isNull(field("zone"));

  private static final QueryPredicate ALWAYS = notNull(field("zone"));

  private ItemFields() {}

  /**
   * The fields of items without a group, and of heads of groups.
   *
   * @param now the time that decides which items have vested
   */
  public static TextFields items(Instant now) {
    KeyExpression vesting = field("vesting_millis");
    QueryPredicate later = greater(vesting, now.toEpochMilli());
    QueryPredicate free = equal(field("lease_id"), ByteString.EMPTY);
    Map<String, QueryPredicate> states = states(NEVER);
    states.put(ItemState.READY.name(), lessOrEqual(vesting, now.toEpochMilli()));
    states.put(ItemState.DELAYED.name(), and(later, free, equal(field("error_count"), 0)));
    states.put(ItemState.LEASED.name(), and(later, notEqual(field("lease_id"), ByteString.EMPTY)));
    states.put(ItemState.RETRYING.name(), and(later, free, greater(field("error_count"), 0)));
    return common(QueueItem.getDescriptor(), states, field("type"), field("group"), item -> item)
        .millis("vesting", vesting)
        .field("leasedBy", field("leased_by"));
  }

  /** The fields of followers, which wait in their groups. */
  public static TextFields followers() {
    Map<String, QueryPredicate> states = states(NEVER);
    states.put(ItemState.BLOCKED.name(), ALWAYS);
    UnaryOperator<KeyExpression> item = column -> nest("item", column);
    return common(
            QueueFollower.getDescriptor(), states, item.apply(field("type")), field("group"), item)
        .millis("vesting", item.apply(field("vesting_millis")))
        .field("leasedBy", item.apply(field("leased_by")));
  }

  private static Map<String, QueryPredicate> states(QueryPredicate condition) {
    Map<String, QueryPredicate> states = new LinkedHashMap<>();
    for (ItemState state : ItemState.values()) {
      if (!state.isSetAside()) {
        states.put(state.name(), condition);
      }
    }
    return states;
  }

  /** The fields of dead letters. */
  public static TextFields deadLetters() {
    long parked = DeadLetterKind.PARKED.getNumber();
    Map<String, QueryPredicate> states = new LinkedHashMap<>();
    states.put(ItemState.DEAD.name(), notEqual(field("kind"), parked));
    states.put(ItemState.PARKED.name(), equal(field("kind"), parked));
    UnaryOperator<KeyExpression> item = column -> nest("item", column);
    return common(
            QueueDeadLetter.getDescriptor(),
            states,
            field("type"),
            item.apply(field("group")),
            item)
        .field("deadLetterReason", field("reason"))
        .millis("setAsideAt", field("at_millis"));
  }

  private static TextFields common(
      Descriptor type,
      Map<String, QueryPredicate> states,
      KeyExpression workType,
      KeyExpression group,
      UnaryOperator<KeyExpression> ofItem) {
    return TextFields.named(type)
        .field("id", field("id"))
        .choice("state", states)
        .field("type", workType)
        .field("schemaVersion", ofItem.apply(field("schema_version")))
        .field("priority", ofItem.apply(field("priority")))
        .field("leases", ofItem.apply(field("lease_count")))
        .field("attempts", ofItem.apply(field("attempt_count")))
        .field("errors", ofItem.apply(field("error_count")))
        .millis("enqueuedAt", ofItem.apply(field("enqueued_millis")))
        .field("bodySize", ofItem.apply(field("body_size")))
        .field("group", group);
  }

  /**
   * Whether a condition is false for all records of a type, because it names states that only
   * another type has.
   */
  static boolean isNever(QueryPredicate condition) {
    return isOfAll(condition, false);
  }

  private static boolean isOfAll(QueryPredicate condition, boolean truth) {
    if (condition instanceof QueryPredicate.Not not) {
      return isOfAll(not.part(), !truth);
    }
    if (condition instanceof QueryPredicate.And || condition instanceof QueryPredicate.Or) {
      return condition instanceof QueryPredicate.And == truth
          ? condition.parts().stream().allMatch(part -> isOfAll(part, truth))
          : condition.parts().stream().anyMatch(part -> isOfAll(part, truth));
    }
    return condition.equals(truth ? ALWAYS : NEVER);
  }
}
