package dev.tenure.record.plan.customary;

import dev.tenure.record.definition.Index;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.test.customary.Sample;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * A query with what it must give, said without the query's own language.
 *
 * @param name of the entry in the golden file
 * @param indexes of the store
 * @param wanted whether a record comes
 * @param order of the records; {@link #UNORDERED} when any will do
 */
record Question(
    String name,
    List<Index> indexes,
    RecordQuery query,
    Predicate<Sample> wanted,
    Comparator<Sample> order) {
  static final Comparator<Sample> UNORDERED = (one, other) -> 0;

  /** The same question with an order. */
  Question by(Comparator<Sample> newOrder) {
    return new Question(name, indexes, query, wanted, newOrder);
  }

  @Override
  public String toString() {
    return name;
  }
}
