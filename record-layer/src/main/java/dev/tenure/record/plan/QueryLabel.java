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
 * What a query is called in meters and logs, where its values must not be told.
 *
 * @param name that the client has given it, or types and fingerprint of the shape
 * @param shape the query in words, with parameters in place of all values
 * @param values the texts of those that a plan of the query may hold
 */
record QueryLabel(String name, String shape, List<String> values) {

  /** The label of queries of a shape. */
  static QueryLabel of(QueryShape shape, List<String> types) {
    return of(shape, "", types);
  }

  /** The label of queries of groups of a shape. */
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
   * A label.
   *
   * @param more what is asked beside records
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

  /** This label, with the name that a query of the shape has. */
  QueryLabel of(RecordQuery query) {
    return query.name().map(given -> new QueryLabel(given, shape, values)).orElse(this);
  }

  /** A text of the plan without values. */
  String withoutValues(String text) {
    String left = text;
    for (String value : values) {
      left = left.replace(value, "?");
    }
    return left;
  }
}
