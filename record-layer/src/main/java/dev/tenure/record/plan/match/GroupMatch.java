package dev.tenure.record.plan.match;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;

/**
 * A range of an index that has an aggregate of each group of records.
 *
 * @param path whose entries are groups, with the index's columns of the group
 * @param function the aggregate's name, such as that of the index type count
 * @param grouped the column that is aggregated; empty when records are
 * @param rest the conditions of the records asked for that the range does not say
 */
public record GroupMatch(
    AccessPath path, String function, Optional<KeyColumn> grouped, List<QueryPredicate> rest) {
  public GroupMatch {
    rest = List.copyOf(rest);
  }
}
