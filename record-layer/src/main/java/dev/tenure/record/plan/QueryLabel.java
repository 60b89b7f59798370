package dev.tenure.record.plan;

import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The name and text of a query for meters and logs, which must not contain the query's values.
 *
 * @param name the name that the client gave to the query, or the types with a fingerprint of the
 *     shape
 * @param shape the query in words, with parameters in place of all values
 * @param values the texts of the values that a plan of the query may contain
 */
record QueryLabel(String name, String shape, List<String> values) {

  /** Makes the label for queries of a shape. */
  static QueryLabel of(QueryShape shape, List<String> types) {
    return of(shape, "", types);
  }

  /** Makes the label for queries for groups of a shape. */
  static QueryLabel of(AggregateShape shape, List<String> types) {
    QueryShape bare =
        QueryShape.of(
            shape.query().records(),
            shape.query().having().map(Conjuncts::of).orElseGet(List::of),
            Set.of());
    String groups = ", " + shape.query().shape() + " having " + bare.conjuncts();
    return of(shape.all(), groups, types);
  }

  /**
   * Makes a label.
   *
   * @param more the text of what the query asks for besides records
   */
  private static QueryLabel of(QueryShape shape, String more, List<String> types) {
    QueryShape bare =
        QueryShape.of(
            shape.query(),
            shape.query().condition().map(Conjuncts::of).orElseGet(List::of),
            Set.of());
    String text = bare.query().withoutCondition() + " where " + bare.conjuncts() + more;
    List<String> values = new ArrayList<>();
    shape.conjuncts().forEach(each -> collect(each, values));
    return new QueryLabel(
        String.format(
            Locale.ROOT,
            "%s-%08x",
            types.isEmpty() ? "all" : String.join("-", types),
            (int) Fingerprint.of(text)),
        text,
        values);
  }

  private static void collect(QueryPredicate condition, List<String> into) {
    if (condition instanceof QueryPredicate.Comparison comparison
        && comparison.operand() instanceof Operand.Value value) {
      into.add(value.toString());
    } else if (condition instanceof QueryPredicate.In in) {
      in.values().stream().map(KeyExpression.Literal::toString).forEach(into::add);
    }
    if (condition instanceof QueryPredicate.OfElements of) {
      collect(of.element(), into);
    }
    condition.parts().forEach(part -> collect(part, into));
  }

  /** This label with the name of a query, if the query has one. */
  QueryLabel of(RecordQuery query) {
    return query.name().map(given -> new QueryLabel(given, shape, values)).orElse(this);
  }

  /** Removes values from a text of the plan. */
  String withoutValues(String text) {
    String left = text;
    for (String value : values) {
      left = left.replace(value, "?");
    }
    return left;
  }
}
