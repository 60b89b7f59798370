package dev.tenure.record.plan;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.NullRule;
import dev.tenure.record.plan.rank.RankColumn;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.RecordQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Suggests an index for a query that has no plan, as code to paste. */
final class MissingIndex {
  private MissingIndex() {}

  static String joined(List<String> columns) {
    return columns.size() == 1 ? columns.get(0) : "concat(" + String.join(", ", columns) + ")";
  }

  /** The texts of the columns that conditions fix to one value. */
  static List<String> equal(List<QueryPredicate> conjuncts) {
    return conjuncts.stream()
        .filter(MissingIndex::isEqual)
        .flatMap(each -> PredicateColumns.of(each).stream())
        .map(MissingIndex::code)
        .toList();
  }

  /** Whether a condition fixes its column to one value. */
  static boolean isEqual(QueryPredicate condition) {
    return condition instanceof QueryPredicate.Comparison comparison
        && comparison.operator() == Operator.EQUAL
        && !(comparison.operand() instanceof Operand.Column)
        && !comparison.column().fansOut();
  }

  static RecordLayerException error(
      RecordQuery query, List<QueryPredicate> conjuncts, List<String> types) {
    List<RankColumn> ranks = RankColumn.in(conjuncts);
    if (!ranks.isEmpty()) {
      return ofRank(ranks.get(0), types);
    }
    if (query.order().isEmpty()) {
      return new RecordLayerException(
          RecordLayerException.Code.QUERY_NOT_PLANNED,
          "no plan finds the records of "
              + String.join(", ", types)
              + " in the order of their primary keys; the planner lacks one of the built-in rules");
    }
    boolean isVersion = query.order().stream().anyMatch(each -> each.column().needsVersion());
    List<String> columns = new ArrayList<>(equal(conjuncts));
    boolean reverse = query.order().get(0).order() == KeyOrder.DESCENDING_NULLS_LAST;
    query.order().stream().map(each -> code(each, reverse)).forEach(columns::add);
    List<String> distinct = columns.stream().distinct().toList();
    return new RecordLayerException(
        RecordLayerException.Code.QUERY_NOT_PLANNED,
        "no index has the records of "
            + String.join(", ", types)
            + " in the order "
            + query.order()
            + ", and only queries with a small limit are sorted in memory; this index would serve: "
            + (isVersion ? "Index.version(\"by-" : "Index.value(\"by-")
            + distinct.stream().map(MissingIndex::word).collect(Collectors.joining("-"))
            + "\", "
            + joined(distinct)
            + ")");
  }

  /**
   * Suggests a rank index. It takes the last column as the score, since a query does not say which
   * columns are the group.
   */
  private static RecordLayerException ofRank(RankColumn rank, List<String> types) {
    List<String> columns = rank.columns().stream().map(MissingIndex::code).toList();
    String score = columns.get(columns.size() - 1);
    String key =
        columns.size() == 1 ? score : "grouping(concat(" + String.join(", ", columns) + "), 1)";
    return new RecordLayerException(
        RecordLayerException.Code.QUERY_NOT_PLANNED,
        "no readable index counts the ranks of "
            + String.join(", ", types)
            + " in a condition; this index would serve: Index.rank(\"by-"
            + word(score)
            + "\", "
            + key
            + ")");
  }

  static String code(OrderColumn column, boolean reverse) {
    KeyOrder plain = reverse ? KeyOrder.DESCENDING_NULLS_LAST : KeyOrder.ASCENDING_NULLS_FIRST;
    if (column.order() == plain) {
      return code(column.column());
    }
    KeyOrder order = reverse ? column.order().reversed() : column.order();
    return "ordered(KeyOrder." + order.name() + ", " + code(column.column()) + ")";
  }

  static String code(KeyExpression column) {
    if (column instanceof KeyExpression.Field field) {
      String fan = field.fan() == FanType.NONE ? "" : ", FanType." + field.fan();
      String nulls = field.nulls() == NullRule.NULLS_DISTINCT ? "" : ", NullRule." + field.nulls();
      return "field(\"" + field.name() + "\"" + fan + nulls + ")";
    }
    if (column instanceof KeyExpression.Nest nest) {
      String fan = nest.fan() == FanType.NONE ? "" : "FanType." + nest.fan() + ", ";
      return "nest(\"" + nest.name() + "\", " + fan + code(nest.child()) + ")";
    }
    return column.toString();
  }

  static String word(String code) {
    return code.replaceAll("[^A-Za-z0-9_]+", " ")
        .strip()
        .replaceAll("(field|nest|ordered) ", "")
        .replace(' ', '.');
  }
}
