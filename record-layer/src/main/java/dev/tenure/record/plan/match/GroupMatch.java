package dev.tenure.record.plan.match;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;

/**
 * A range of an aggregate index, whose entries are groups of records.
 *
 * @param path the path; its entries are groups, with the index's columns of the group
 * @param function the name of the aggregate, which is the name of its index type
 * @param grouped the column that is aggregated; empty when records are counted
 * @param rest the conditions on records that the range does not answer
 */
public record GroupMatch(
    AccessPath path, String function, Optional<KeyColumn> grouped, List<QueryPredicate> rest) {
  public GroupMatch {
    rest = List.copyOf(rest);
  }
}
