package dev.tenure.record.plan.cost;

import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.Operator;

/**
 * A part of the records in the order of a column, which is ascending with nulls first.
 *
 * @param from the part of the records before it
 * @param to the part of the records up to its end
 */
record Place(double from, double to) {

  boolean contains(double at) {
    return from <= at && at <= to;
  }

  double width() {
    return to - from;
  }

  /**
   * A point that lies in this place as another point lies in another place.
   *
   * @param point the point where it is outside of this place
   */
  double like(Place other, double ofOther, double point) {
    if (ofOther <= other.from()) {
      return Math.min(point, from);
    }
    return ofOther >= other.to()
        ? Math.max(point, to)
        : from + width() * (ofOther - other.from()) / other.width();
  }

  /** Whether a selectivity does not tell the place at which a condition is true. */
  static boolean isNeeded(QueryPredicate condition) {
    return hasTwoEnds(condition)
        || (condition instanceof Comparison comparison
            && switch (comparison.operator()) {
              case EQUAL, NOT_EQUAL, STARTS_WITH -> true;
              case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, HAS_SUBSTRING -> false;
            });
  }

  /** Whether the values of which a condition is true may lie far apart. */
  static boolean hasTwoEnds(QueryPredicate condition) {
    return OneColumn.isList(condition)
        || condition instanceof QueryPredicate.TextMatch
        || (condition instanceof Comparison comparison
            && comparison.operator() == Operator.HAS_SUBSTRING);
  }

  /** Whether a condition is true for all values but those of one place. */
  static boolean isOfOthers(QueryPredicate condition) {
    return condition instanceof Comparison comparison
        && comparison.operator() == Operator.NOT_EQUAL;
  }
}
