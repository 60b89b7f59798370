package dev.tenure.record.plan.logical;

import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A set of records: those of some types for which all of some conditions are true. Each group of
 * the memo stands for one set. Two sets are equal when they have the same types and conditions, in
 * any order. Immutable.
 *
 * @param types the names of at least one record type, in alphabetical order
 * @param conjuncts the conditions without repetition, in the order of their texts
 */
public record RecordSet(List<String> types, List<QueryPredicate> conjuncts) {
  public RecordSet {
    types = types.stream().distinct().sorted().toList();
    TreeMap<String, QueryPredicate> byText = new TreeMap<>();
    conjuncts.forEach(each -> byText.put(each.toString(), each));
    conjuncts = List.copyOf(byText.values());
    if (types.isEmpty()) {
      throw new IllegalArgumentException(
          "set of records has no record type, expected at least one");
    }
  }

  /** The same types with other conditions. */
  public RecordSet of(Collection<QueryPredicate> others) {
    return new RecordSet(types, List.copyOf(others));
  }

  /** Other types with the same conditions. */
  public RecordSet ofTypes(List<String> others) {
    return new RecordSet(others, conjuncts);
  }

  /** This set with one condition replaced by another. */
  public RecordSet replacing(QueryPredicate old, Collection<QueryPredicate> others) {
    List<QueryPredicate> parts = new ArrayList<>(without(List.of(old)));
    parts.addAll(others);
    return of(parts);
  }

  /** The conditions of this set that are not among the given ones. */
  public List<QueryPredicate> without(Collection<QueryPredicate> others) {
    return conjuncts.stream().filter(each -> !others.contains(each)).toList();
  }

  @Override
  public String toString() {
    return String.join("|", types)
        + conjuncts.stream()
            .sorted(Comparator.comparing(QueryPredicate::toString))
            .map(QueryPredicate::toString)
            .collect(Collectors.joining(" and ", " {", "}"));
  }
}
