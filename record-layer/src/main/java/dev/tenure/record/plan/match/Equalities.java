package dev.tenure.record.plan.match;

import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/** Bounds by equalities, with the conditions from which they were made. */
public record Equalities(KeyBounds bounds, List<QueryPredicate> used) {
  public Equalities {
    used = List.copyOf(used);
  }

  /**
   * The bounds of the first columns by equalities, up to the first column that none fixes.
   *
   * @param types the types of the columns
   * @param conditions the conditions, the preferred ones first
   */
  public static Equalities of(
      List<KeyColumn> columns,
      List<ValueType> types,
      List<QueryPredicate> conditions,
      RecordSet set,
      BoundMetaData metaData) {
    KeyMatcher matcher =
        new KeyMatcher(
            conditions, List.of(), column -> ColumnTypes.of(column, set.types(), metaData));
    matcher.matchEqualities(columns, types);
    return new Equalities(matcher.bounds(), matcher.said().whole());
  }
}
