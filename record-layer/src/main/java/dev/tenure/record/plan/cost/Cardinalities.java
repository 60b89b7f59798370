package dev.tenure.record.plan.cost;

import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.query.Elements;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** Estimates the number of records of sets. */
public final class Cardinalities {
  /**
   * The assumed selectivity of a comparison with one bound, such as {@code less}. An index read in
   * vain costs a few times as much as a scan of all records, while a scan in vain can cost any
   * number of times as much as the index. The assumption is therefore low enough that an index is
   * chosen, even on a column that fans out.
   */
  private static final double ONE_END = 0.2;

  /**
   * The least assumed selectivity of two bounds on one column. It is higher than the product of two
   * independent comparisons.
   */
  private static final double TWO_ENDS = 0.1;

  private static final double STARTS_WITH = 0.05;
  static final double HAS_SUBSTRING = 0.1;
  private static final double NULLS = 0.1;
  private static final double OTHER = 0.3;

  /**
   * The assumed selectivity of a search for all tokens. Words that are searched for are rarely
   * frequent words.
   */
  private static final double TOKENS = 0.01;

  /** The assumed selectivity of a search for any of several tokens, or for a prefix. */
  private static final double SOME_TOKEN = 0.03;

  /**
   * The assumed number of records with the values of a unique key: most that are asked for exist.
   */
  private static final double OF_UNIQUE_KEY = 0.9;

  /** The least selectivity, so that no plan is free. */
  private static final double LEAST = 1e-9;

  /** The assumed number of entries that a record has in an index with a column that fans out. */
  private static final double ENTRIES = 1.5;

  /**
   * The least assumed number of records with elements that satisfy a condition, by the number of
   * records that do not satisfy it. The latter is rounded, so that the former may be too small.
   */
  private static final double ELEMENTS_LEAST = 0.1;

  /** The assumed number of values of a list parameter. */
  private static final int LIST = 10;

  private final BoundMetaData metaData;
  private final Statistics statistics;
  private final Map<String, Integer> listSizes;
  private final Selectivities known;
  private final ScanReads reads = new ScanReads(this);

  /**
   * Creates the estimates for one query.
   *
   * @param listSizes the number of values of each list parameter, as far as it is known
   * @param known the selectivities of conditions whose values are known
   */
  public Cardinalities(
      BoundMetaData metaData,
      Statistics statistics,
      Map<String, Integer> listSizes,
      Selectivities known) {
    this.metaData = metaData;
    this.statistics = statistics;
    this.listSizes = new TreeMap<>(listSizes);
    this.known = known;
  }

  public BoundMetaData metaData() {
    return metaData;
  }

  public Statistics statistics() {
    return statistics;
  }

  /** The estimated number of records of a set. */
  public double rows(RecordSet set) {
    return set.types().stream()
        .map(metaData::type)
        .mapToDouble(type -> rows(type, set.conjuncts()))
        .sum();
  }

  /** Estimates of how much of a scan is read under a limit. */
  public ScanReads reads() {
    return reads;
  }

  double records(String type) {
    return statistics.records(type).orElse(Statistics.RECORDS);
  }

  /**
   * The column of a list that has no values in all queries of the shape, so that no record is in
   * the set; empty when there is none. A client's own parameter may have values the next time.
   */
  public Optional<KeyExpression> contradicted(RecordSet set) {
    return set.conjuncts().stream()
        .filter(OneColumn::isList)
        .filter(each -> listSize(each) == 0 && !OneColumn.isOfClient(each))
        .map(OneColumn::columnOf)
        .findFirst();
  }

  /** The number of values of a list, estimated for a parameter without values. */
  public int listSize(QueryPredicate in) {
    return in instanceof QueryPredicate.InParameter each
        ? listSizes.getOrDefault(each.parameter().name(), LIST)
        : (int) ((QueryPredicate.In) in).values().stream().distinct().count();
  }

  private double rows(BoundType type, List<QueryPredicate> conjuncts) {
    double part = part(type, conjuncts) * tuples(type, conjuncts);
    double rows = Math.max(records(type.name()) * part, LEAST);
    double keys = UniqueKeys.count(type, conjuncts, this::listSize).orElse(Double.MAX_VALUE);
    return Math.min(rows, OF_UNIQUE_KEY * keys);
  }

  /**
   * The average number of entries that a path reads for each record, in an index that fans out.
   *
   * @param set the records of the path
   */
  public double entries(RecordSet set) {
    return set.types().stream()
        .mapToDouble(
            type ->
                set.conjuncts().stream()
                    .filter(
                        each ->
                            OneColumn.onlyColumn(each).filter(KeyExpression::fansOut).isPresent())
                    .mapToDouble(each -> entries(type, each))
                    .reduce(1, (one, other) -> one * other))
        .average()
        .orElse(1);
  }

  private double entries(String type, QueryPredicate condition) {
    String column = OneColumn.onlyColumn(condition).orElseThrow().toString();
    return statistics
        .column(type, column)
        .map(each -> each.entries(selectivity(metaData.type(type), condition)))
        .orElse(ENTRIES);
  }

  /**
   * The part of a type's records for which all conditions are true. Conditions on one column are
   * estimated together.
   */
  private double part(BoundType type, List<QueryPredicate> conditions) {
    Map<String, List<QueryPredicate>> byColumn = new TreeMap<>();
    for (QueryPredicate each : conditions) {
      String column =
          OneColumn.onlyColumn(each)
              .filter(only -> !only.fansOut())
              .map(KeyExpression::toString)
              .orElseGet(each::toString);
      byColumn.computeIfAbsent(column, unused -> new ArrayList<>()).add(each);
    }
    return byColumn.values().stream()
        .mapToDouble(each -> together(type, each, conditions))
        .reduce(1, (one, other) -> one * other);
  }

  private double together(BoundType type, List<QueryPredicate> ofColumn, List<QueryPredicate> all) {
    Optional<KeyExpression> rank =
        OneColumn.onlyColumn(ofColumn.get(0)).filter(KeyExpression::needsRank);
    return rank.isPresent()
        ? ranks(type, rank.get(), all).of(ofColumn, each -> selectivity(type, each))
        : withElements(
            type,
            ofColumn.get(0),
            all,
            ofColumn.size() == 1 && ofColumn.get(0) instanceof QueryPredicate.Or or
                ? given(type, or, all)
                : together(type, ofColumn));
  }

  /**
   * The selectivity of a condition among the records of all conditions. In {@code b = 1 and (b = 1
   * or c = 2)} the first branch is always true.
   */
  private double given(BoundType type, QueryPredicate condition, List<QueryPredicate> all) {
    if (condition instanceof QueryPredicate.Or or && known.of(type.name(), or).isEmpty()) {
      return any(or.parts().stream().mapToDouble(part -> given(type, part, all)));
    }
    Optional<KeyExpression> column = OneColumn.onlyColumn(condition);
    return all.stream()
        .filter(other -> column.isPresent() && OneColumn.onlyColumn(other).equals(column))
        .filter(other -> !other.equals(condition))
        .flatMapToDouble(
            other ->
                known.of(type.name(), condition, other).stream()
                    .map(both -> both / Math.max(selectivity(type, other), LEAST)))
        .map(part -> Math.min(1, part))
        .findFirst()
        .orElseGet(() -> selectivity(type, condition));
  }

  /** The part for which any of several conditions is true that are independent of each other. */
  static double any(DoubleStream parts) {
    return 1 - parts.map(part -> 1 - part).reduce(1, (one, other) -> one * other);
  }

  /** The part of the records with elements, where another condition needs one. */
  private double withElements(
      BoundType type, QueryPredicate condition, List<QueryPredicate> all, double part) {
    return NeededElements.columnOf(condition, all)
        .flatMap(column -> statistics.column(type.name(), column.toString()))
        .map(ColumnStatistics::empty)
        .filter(empty -> empty < 1)
        .map(empty -> Math.max(ELEMENTS_LEAST * (1 - part), part - empty) / (1 - empty))
        .orElse(part);
  }

  private RankParts ranks(BoundType type, KeyExpression rank, List<QueryPredicate> beside) {
    RankGroup group = new RankGroup(this, type, rank);
    return new RankParts(known, group.size(beside), group.first(), !group.isFixed(beside));
  }

  /** Whether no record of some types satisfies all conditions, whatever else it is like. */
  public boolean areNever(Collection<String> types, List<QueryPredicate> conditions) {
    return types.stream()
        .allMatch(type -> conditions.stream().anyMatch(each -> known.isNever(type, each)));
  }

  /** The rank that a comparison has for its bound, where that is known. */
  public OptionalDouble rankOf(QueryPredicate.Comparison comparison) {
    return known.rankOf(comparison);
  }

  /** Whether a condition asks for the first rank, or for a list of ranks from the first one on. */
  public boolean isOfFirstRank(QueryPredicate condition) {
    return condition instanceof QueryPredicate.Comparison comparison
        ? comparison.operator() == Operator.EQUAL && known.rankOf(comparison).orElse(1) == 0
        : known.ranksOf(condition).filter(ranks -> ranks.get(0) == 0).isPresent();
  }

  /**
   * Whether no rank satisfies some comparisons of one rank, as far as their bounds are known. Of
   * the values of a list only the lowest is known.
   */
  public boolean haveNoRank(Collection<QueryPredicate.Comparison> comparisons) {
    return KnownRanks.of(
            comparisons.stream().filter(each -> !OneColumn.isOfElement(each)).toList(), known)
        .areNone();
  }

  /** The average number of ranks in one group of a rank, over the records of a set. */
  public double groupSize(RecordSet set, KeyExpression rank) {
    return set.types().stream()
        .mapToDouble(type -> new RankGroup(this, metaData.type(type), rank).size(set.conjuncts()))
        .average()
        .orElse(1);
  }

  /**
   * The selectivity of conditions on one column together. It begins with the selectivity of the
   * first condition. Each further condition multiplies it by the part that it leaves of the records
   * of an earlier condition, where the earlier condition is the one of which it leaves least.
   */
  private double together(BoundType type, List<QueryPredicate> conditions) {
    if (conditions.size() > Selectivities.TOGETHER_MAX) {
      return conditions.stream()
          .mapToDouble(each -> selectivity(type, each))
          .reduce(1, (one, other) -> one * other);
    }
    double part = selectivity(type, conditions.get(0));
    for (int i = 1; i < conditions.size(); i++) {
      double left = 1;
      for (int j = 0; j < i; j++) {
        QueryPredicate before = conditions.get(j);
        double alone = Math.max(selectivity(type, before), LEAST);
        left = Math.min(left, both(type, before, conditions.get(i)) / alone);
      }
      part *= left;
    }
    return part;
  }

  private double both(BoundType type, QueryPredicate one, QueryPredicate other) {
    OptionalDouble found = known.of(type.name(), one, other);
    if (found.isPresent()) {
      return found.getAsDouble();
    }
    double product = selectivity(type, one) * selectivity(type, other);
    return isEnd(one) && isEnd(other) ? Math.max(product, TWO_ENDS) : product;
  }

  private static boolean isEnd(QueryPredicate condition) {
    return condition instanceof QueryPredicate.Comparison comparison
        && switch (comparison.operator()) {
          case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
          case EQUAL, NOT_EQUAL, STARTS_WITH, HAS_SUBSTRING -> false;
        };
  }

  /**
   * The factor by which equalities on several columns leave more records than if the columns were
   * independent. Dependent columns have fewer different tuples.
   */
  private double tuples(BoundType type, List<QueryPredicate> conjuncts) {
    List<String> columns =
        conjuncts.stream()
            .filter(
                each ->
                    each instanceof QueryPredicate.Comparison comparison
                        && comparison.operator() == Operator.EQUAL)
            .flatMap(each -> OneColumn.onlyColumn(each).stream())
            .map(KeyExpression::toString)
            .distinct()
            .toList();
    if (columns.size() < 2) {
      return 1;
    }
    OptionalDouble tuples = statistics.distinct(type.name(), columns);
    if (tuples.isEmpty()) {
      return 1;
    }
    double combinations =
        columns.stream()
            .mapToDouble(each -> statistics.distinct(type.name(), List.of(each)).orElse(1))
            .reduce(1, (one, other) -> one * other);
    double records = Math.max(1, records(type.name()));
    double expected = combinations * -Math.expm1(-records / Math.max(1, combinations));
    return Math.max(1, expected / Math.max(1, tuples.getAsDouble()));
  }

  /** Where in the order of its column a comparison with single values is true. */
  Optional<Place> placeOf(BoundType type, QueryPredicate condition, double width) {
    return known.placeOf(type.name(), condition, width);
  }

  /** The part of a type's records for which a condition is true. */
  double selectivity(BoundType type, QueryPredicate condition) {
    OptionalDouble found = known.of(type.name(), condition);
    if (found.isPresent()) {
      return found.getAsDouble();
    }
    if (condition instanceof QueryPredicate.And and) {
      return part(type, and.parts());
    }
    if (condition instanceof QueryPredicate.Or or) {
      return any(or.parts().stream().mapToDouble(part -> selectivity(type, part)));
    }
    if (condition instanceof QueryPredicate.Not not) {
      return 1 - selectivity(type, not.part());
    }
    if (condition instanceof QueryPredicate.NullCheck check) {
      return nullCheck(type, check);
    }
    if (condition instanceof QueryPredicate.Comparison comparison) {
      return selectivity(type, comparison);
    }
    if (condition instanceof QueryPredicate.OfElements of) {
      return ofElements(type, of);
    }
    if (condition instanceof QueryPredicate.TextMatch match) {
      return assumed(match);
    }
    KeyExpression column =
        condition instanceof QueryPredicate.In in
            ? in.column()
            : ((QueryPredicate.InParameter) condition).column();
    return Math.min(1, listSize(condition) * equality(type, column));
  }

  /** The assumed selectivity of a search of texts. */
  static double assumed(QueryPredicate.TextMatch match) {
    return switch (match.kind()) {
      case ANY, PREFIX -> SOME_TOKEN;
      case ALL, PHRASE, NEAR, TOKENS, TOKENS_OF_WORDS -> TOKENS;
    };
  }

  private double ofElements(BoundType type, QueryPredicate.OfElements of) {
    if (of.quantifier() == QueryPredicate.Quantifier.ANY
        && of.element() instanceof QueryPredicate.Or or) {
      List<QueryPredicate> branches =
          or.parts().stream()
              .<QueryPredicate>map(
                  part -> new QueryPredicate.OfElements(of.quantifier(), of.repeated(), part))
              .toList();
      return selectivity(type, new QueryPredicate.Or(branches));
    }
    return Elements.impliedBy(of).stream()
        .mapToDouble(each -> selectivity(type, each))
        .reduce((one, other) -> one * other)
        .orElse(OTHER);
  }

  /** Of a column that fans out: whether any element is null. */
  private double nullCheck(BoundType type, QueryPredicate.NullCheck check) {
    Optional<ColumnStatistics> column = statistics.column(type.name(), check.column().toString());
    if (!check.wantsNull()) {
      return 1 - column.map(ColumnStatistics::empty).orElse(NULLS);
    }
    return check.column().fansOut() && !OneColumn.hasNullElements(check.column())
        ? LEAST
        : column.map(ColumnStatistics::nulls).orElse(NULLS);
  }

  private double selectivity(BoundType type, QueryPredicate.Comparison comparison) {
    if (comparison.operand() instanceof Operand.Column other) {
      return other.column().equals(comparison.column())
          ? withItself(type, comparison)
          : TwoColumns.of(comparison, each -> statistics.column(type.name(), each.toString()))
              .map(TwoColumns::part)
              .orElse(OTHER);
    }
    if (comparison.column().needsRank()) {
      return ranks(type, comparison.column(), List.of()).of(List.of(comparison), each -> 1);
    }
    return switch (comparison.operator()) {
      case EQUAL -> equality(type, comparison.column());
      case NOT_EQUAL -> 1 - equality(type, comparison.column());
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> ONE_END;
      case STARTS_WITH -> STARTS_WITH;
      case HAS_SUBSTRING -> HAS_SUBSTRING;
    };
  }

  /**
   * The selectivity of a comparison of a column with itself. A single value is equal to itself; of
   * several values, one may be less than another.
   */
  private double withItself(BoundType type, QueryPredicate.Comparison comparison) {
    KeyExpression column = comparison.column();
    if (column.fansOut()) {
      return OTHER;
    }
    return switch (comparison.operator()) {
      case EQUAL, LESS_OR_EQUAL, GREATER_OR_EQUAL, STARTS_WITH, HAS_SUBSTRING ->
          selectivity(type, new QueryPredicate.NullCheck(column, false));
      case NOT_EQUAL, LESS, GREATER -> 0;
    };
  }

  /** The part of a type's records that have one value of a column. */
  double equality(BoundType type, KeyExpression column) {
    if (column.needsRank()) {
      return 1 / new RankGroup(this, type, column).size(List.of());
    }
    double values =
        statistics
            .column(type.name(), column.toString())
            .map(ColumnStatistics::elements)
            .orElse(1.0);
    double distinct =
        statistics
            .distinct(type.name(), List.of(column.toString()))
            .orElse(Math.min(Statistics.DISTINCT, Math.max(1, records(type.name()))));
    return Math.min(1, values / Math.max(1, distinct));
  }
}
