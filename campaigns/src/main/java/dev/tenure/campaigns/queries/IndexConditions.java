package dev.tenure.campaigns.queries;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws conditions on the columns of an index in their order, so that a plan which reads the index
 * is likely: conditions that are drawn without regard to indexes seldom meet one with several
 * columns.
 */
final class IndexConditions {
  private static final String LINES = "line.";
  private static final String TAGS = "tag";

  private final RandomGenerator random;
  private final QueryColumns columns;
  private final RandomConditions conditions;

  IndexConditions(RandomGenerator random, QueryColumns columns, RandomConditions conditions) {
    this.random = random;
    this.columns = columns;
    this.conditions = conditions;
  }

  /** A condition on some of the first columns of an index of tasks. */
  QueryPredicate of(Index index) {
    List<KeyColumn> key = index.columns().columns();
    if (index.type().equals(TextIndexType.NAME)) {
      return ofText(key);
    }
    boolean ofPositions = index.type().equals(Index.BITMAP_VALUE);
    List<KeyColumn> bounded = ofPositions ? key.subList(0, key.size() - 1) : key;
    List<QueryPredicate> parts = new ArrayList<>();
    List<QueryPredicate> ofLine = new ArrayList<>();
    for (int i = 0; i < bounded.size(); i++) {
      boolean mayBeEqual = ofPositions || i + 1 < bounded.size();
      boolean equal = mayBeEqual && random.nextInt(5) > 0;
      for (QueryPredicate each : on(column(bounded.get(i).path()), equal)) {
        if (!bounded.get(i).path().startsWith(LINES)) {
          parts.add(ofRecord(bounded.get(i), each));
        } else if (random.nextBoolean()) {
          ofLine.add(ofLine(bounded.get(i), each));
        } else {
          parts.add(Predicates.anyOf(QueryColumns.LINE, ofLine(bounded.get(i), each)));
        }
      }
      if (!equal && random.nextBoolean()) {
        break;
      }
    }
    if (!ofLine.isEmpty()) {
      parts.add(Predicates.anyOf(QueryColumns.LINE, all(ofLine)));
    }
    return all(parts);
  }

  private QueryPredicate ofText(List<KeyColumn> key) {
    List<QueryPredicate> parts = new ArrayList<>();
    for (KeyColumn group : key.subList(0, key.size() - 1)) {
      on(column(group.path()), random.nextInt(5) > 0)
          .forEach(each -> parts.add(ofRecord(group, each)));
    }
    boolean ofTags = key.get(key.size() - 1).path().equals(TAGS);
    parts.add(conditions.searched(ofTags ? QueryColumns.TAG : QueryColumns.TEXT));
    return all(parts);
  }

  /** An equality or a list of values; or else bounds, or all values but one. */
  private List<QueryPredicate> on(KeyExpression column, boolean equal) {
    if (equal) {
      return List.of(
          random.nextInt(3) > 0
              ? Predicates.equal(column, columns.value(column))
              : Predicates.in(
                  column, columns.value(column), columns.value(column), columns.value(column)));
    }
    QueryPredicate low =
        Predicates.compare(
            column,
            random.nextBoolean() ? Operator.GREATER : Operator.GREATER_OR_EQUAL,
            columns.value(column));
    QueryPredicate high =
        Predicates.compare(
            column,
            random.nextBoolean() ? Operator.LESS : Operator.LESS_OR_EQUAL,
            columns.value(column));
    return switch (random.nextInt(6)) {
      case 0 -> List.of(low);
      case 1 -> List.of(high);
      case 2 -> List.of(Predicates.notEqual(column, columns.value(column)));
      case 3 -> List.of(low, Predicates.notEqual(column, columns.value(column)));
      default -> List.of(low, high);
    };
  }

  private QueryPredicate ofRecord(KeyColumn column, QueryPredicate condition) {
    return column.path().equals(TAGS) ? Predicates.anyOf(QueryColumns.TAG, condition) : condition;
  }

  private QueryPredicate ofLine(KeyColumn column, QueryPredicate condition) {
    return isOfMarks(column.path()) ? Predicates.anyOf(QueryColumns.MARK, condition) : condition;
  }

  /** The column that a key's column holds, in whatever order: on an element if it fans out. */
  private static KeyExpression column(String path) {
    if (path.equals(TAGS) || isOfMarks(path)) {
      return Predicates.element();
    }
    if (path.startsWith(LINES)) {
      return path.endsWith("sku") ? QueryColumns.SKU : QueryColumns.QUANTITY;
    }
    List<String> names = Arrays.asList(path.split("\\W+"));
    return QueryColumns.SINGLE.stream()
        .filter(each -> names.contains(each.columns().get(0).path()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no column of tasks: " + path));
  }

  private static boolean isOfMarks(String path) {
    return path.startsWith(LINES) && path.endsWith("mark");
  }

  private static QueryPredicate all(List<QueryPredicate> parts) {
    return parts.size() == 1 ? parts.get(0) : Predicates.and(parts.toArray(QueryPredicate[]::new));
  }
}
