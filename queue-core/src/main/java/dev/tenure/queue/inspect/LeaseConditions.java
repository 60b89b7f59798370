package dev.tenure.queue.inspect;

import static dev.tenure.record.key.Keys.field;

import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The condition of a query of items, in two parts. Records and indexes answer the first part. The
 * second depends on the lease of an item, which a record does not have while a visit's lease holds
 * the item.
 *
 * @param query the query with the first part alone
 * @param ofLease the second part; empty when the query has none
 */
record LeaseConditions(RecordQuery query, Optional<BoundPredicate> ofLease) {
  private static final List<KeyExpression> LEASE =
      List.of(field("vesting_millis"), field("lease_id"), field("leased_by"), field("lease_count"));

  static LeaseConditions of(RecordQuery query) {
    List<QueryPredicate> first = new ArrayList<>();
    List<QueryPredicate> second = new ArrayList<>();
    query.condition().stream()
        .flatMap(LeaseConditions::conjuncts)
        .forEach(each -> (dependsOnLease(each) ? second : first).add(each));
    return new LeaseConditions(
        first.isEmpty() ? query.withoutCondition() : query.where(all(first)),
        second.isEmpty()
            ? Optional.empty()
            : Optional.of(BoundPredicate.bind(all(second), QueueItem.getDescriptor(), 0)));
  }

  private static Stream<QueryPredicate> conjuncts(QueryPredicate condition) {
    return condition instanceof QueryPredicate.And
        ? condition.parts().stream().flatMap(LeaseConditions::conjuncts)
        : Stream.of(condition);
  }

  private static QueryPredicate all(List<QueryPredicate> conditions) {
    return conditions.size() == 1 ? conditions.get(0) : new QueryPredicate.And(conditions);
  }

  /** Whether the text of the condition names a column of the lease. */
  private static boolean dependsOnLease(QueryPredicate condition) {
    String text = condition.toString();
    return LEASE.stream().anyMatch(column -> text.contains(column.toString()));
  }

  /** Whether an item with its lease meets the second part. */
  boolean holds(QueueItem item) {
    return ofLease.map(condition -> condition.holds(item)).orElse(true);
  }
}
