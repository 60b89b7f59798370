package dev.tenure.campaigns.queries;

import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.util.Optional;

/**
 * A query and the values of its parameters.
 *
 * @param condition the query's, with values in the place of parameters
 */
public record Question(RecordQuery query, Optional<QueryPredicate> condition, Bindings parameters) {
  @Override
  public String toString() {
    return query + (parameters.names().isEmpty() ? "" : " with " + parameters);
  }
}
