package dev.tenure.record.plan.cost;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** How many records sets are expected to have. */
public final class Cardinalities {
  /**
   * Of a condition with one end, of which nothing is known. A plan by an index reads at most some
   * times what a scan of all records does, and a scan may read any number of times what the index
   * does; so this is low enough that an index is taken, also one of a column that fans out.
   */
  private static final double ONE_END = 0.2;

  private static final double STARTS_WITH = 0.05;
  private static final double NULLS = 0.1;
  private static final double OTHER = 0.3;

  /** Of a condition on ranks. */
  private static final double RANKS = 100;

  /** The least part of the records that conditions leave, so that no plan is free. */
  private static final double LEAST = 1e-9;

  /** How many values a parameter's list has when nothing tells. */
  private static final int LIST = 10;

  private final BoundMetaData metaData;
  private final Statistics statistics;
  private final Map<String, Integer> listSizes;

  /**
   * Estimates for one query.
   *
   * @param listSizes how many values parameters have, as far as that is known
   */
  public Cardinalities(
      BoundMetaData metaData, Statistics statistics, Map<String, Integer> listSizes) {
    this.metaData = metaData;
    this.statistics = statistics;
    this.listSizes = new TreeMap<>(listSizes);
  }

  /** How many records a set has. */
  public double rows(RecordSet set) {
    return set.types().stream()
        .map(metaData::type)
        .mapToDouble(type -> rows(type, set.conjuncts()))
        .sum();
  }

  private double records(String type) {
    return statistics.records(type).orElse(Statistics.RECORDS);
  }

  /** How many values a list has. */
  public int listSize(QueryPredicate in) {
    return in instanceof QueryPredicate.InParameter each
        ? listSizes.getOrDefault(each.parameter().name(), LIST)
        : ((QueryPredicate.In) in).values().size();
  }

  private double rows(BoundType type, List<QueryPredicate> conjuncts) {
    double records = records(type.name());
    double part = 1;
    for (QueryPredicate each : conjuncts) {
      part *= selectivity(type, each);
    }
    double rows = Math.max(records * part, LEAST);
    return isOne(type, conjuncts) ? Math.min(rows, 1) : rows;
  }

  /** Whether the conditions bind all columns of a key that no two records share. */
  private static boolean isOne(BoundType type, List<QueryPredicate> conjuncts) {
    return bindAll(type.primaryKey().columns(), conjuncts)
        || type.indexes().stream()
            .filter(BoundIndex::isUnique)
            .anyMatch(index -> bindAll(index.index().columns().columns(), conjuncts));
  }

  private static boolean bindAll(List<KeyColumn> columns, List<QueryPredicate> conjuncts) {
    return !columns.isEmpty()
        && columns.stream()
            .allMatch(column -> conjuncts.stream().anyMatch(condition -> binds(condition, column)));
  }

  private static boolean binds(QueryPredicate condition, KeyColumn column) {
    return condition instanceof QueryPredicate.Comparison comparison
        && comparison.operator() == Operator.EQUAL
        && !(comparison.operand() instanceof Operand.Column)
        && comparison.column().columns().get(0).path().equals(column.path());
  }

  /** Which part of the records of a type a condition is true of. */
  private double selectivity(BoundType type, QueryPredicate condition) {
    if (condition instanceof QueryPredicate.And and) {
      return and.parts().stream()
          .mapToDouble(part -> selectivity(type, part))
          .reduce(1, (one, other) -> one * other);
    }
    if (condition instanceof QueryPredicate.Or or) {
      return 1
          - or.parts().stream()
              .mapToDouble(part -> 1 - selectivity(type, part))
              .reduce(1, (one, other) -> one * other);
    }
    if (condition instanceof QueryPredicate.Not not) {
      return 1 - selectivity(type, not.part());
    }
    if (condition instanceof QueryPredicate.NullCheck check) {
      return check.wantsNull() ? NULLS : 1 - NULLS;
    }
    if (condition instanceof QueryPredicate.Comparison comparison) {
      return selectivity(type, comparison);
    }
    KeyExpression column =
        condition instanceof QueryPredicate.In in
            ? in.column()
            : ((QueryPredicate.InParameter) condition).column();
    return Math.min(1, listSize(condition) * equality(type, column));
  }

  private double selectivity(BoundType type, QueryPredicate.Comparison comparison) {
    if (comparison.operand() instanceof Operand.Column) {
      return OTHER;
    }
    if (comparison.column().needsRank()) {
      return Math.min(1, ofRanks(comparison.operator()) / Math.max(1, records(type.name())));
    }
    return switch (comparison.operator()) {
      case EQUAL -> equality(type, comparison.column());
      case NOT_EQUAL -> 1 - equality(type, comparison.column());
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> ONE_END;
      case STARTS_WITH -> STARTS_WITH;
    };
  }

  /** How many records a condition on ranks leaves: who asks for ranks wants the first few. */
  private static double ofRanks(Operator operator) {
    return operator == Operator.EQUAL ? 1 : RANKS;
  }

  /** How many values a column has in the records of some types, as far as statistics tell. */
  public OptionalDouble distinct(Collection<String> types, KeyExpression column) {
    double sum = 0;
    for (String type : types) {
      OptionalDouble found = statistics.distinct(type, List.of(column.toString()));
      if (found.isEmpty()) {
        return found;
      }
      sum += found.getAsDouble();
    }
    return OptionalDouble.of(sum);
  }

  private double equality(BoundType type, KeyExpression column) {
    double distinct =
        statistics
            .distinct(type.name(), List.of(column.toString()))
            .orElse(Math.min(Statistics.DISTINCT, Math.max(1, records(type.name()))));
    return 1 / Math.max(1, distinct);
  }
}
