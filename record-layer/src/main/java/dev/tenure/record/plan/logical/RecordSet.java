package dev.tenure.record.plan.logical;

import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The records of some types of which each of some conditions is true: what a group of the memo
 * stands for. Two sets are equal when their types and conditions are, in whatever order they were
 * given. Immutable.
 *
 * @param types the names of record types, in their order; at least one
 * @param conjuncts conditions, none twice, in the order of their texts
 */
public record RecordSet(List<String> types, List<QueryPredicate> conjuncts) {
  public RecordSet {
    types = types.stream().distinct().sorted().toList();
    TreeMap<String, QueryPredicate> byText = new TreeMap<>();
    conjuncts.forEach(each -> byText.put(each.toString(), each));
    conjuncts = List.copyOf(byText.values());
    if (types.isEmpty()) {
      throw new IllegalArgumentException("set of records of no type");
    }
  }

  /** The same types under other conditions. */
  public RecordSet of(Collection<QueryPredicate> others) {
    return new RecordSet(types, List.copyOf(others));
  }

  /** Other types under the same conditions. */
  public RecordSet ofTypes(List<String> others) {
    return new RecordSet(others, conjuncts);
  }

  /** This set with one condition replaced by another. */
  public RecordSet replacing(QueryPredicate old, Collection<QueryPredicate> others) {
    List<QueryPredicate> parts = new ArrayList<>(without(List.of(old)));
    parts.addAll(others);
    return of(parts);
  }

  /** The conditions that are not among these. */
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
