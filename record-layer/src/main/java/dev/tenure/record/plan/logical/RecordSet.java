package dev.tenure.record.plan.logical;

import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A set of records: those of some types for which all of some conditions are true. Each group of
 * the memo stands for one set. Two sets are equal when they have the same types and conditions, in
 * any order. Immutable.
 */
public final class RecordSet {
  private final List<String> types;
  private final Set<String> typeNames;
  private final List<QueryPredicate> conjuncts;
  private final int hash;

  /** A set of the records of at least one type for which all conditions are true. */
  public RecordSet(Collection<String> types, Collection<QueryPredicate> conjuncts) {
    this(Collections.unmodifiableSet(new TreeSet<>(types)), sorted(conjuncts));
    if (types.isEmpty()) {
      throw new IllegalArgumentException(
          "set of records has no record type, expected at least one");
    }
  }

  private RecordSet(Set<String> typeNames, List<QueryPredicate> conjuncts) {
    this.types = List.copyOf(typeNames);
    this.typeNames = typeNames;
    this.conjuncts = conjuncts;
    this.hash = 31 * types.hashCode() + conjuncts.hashCode();
  }

  private static List<QueryPredicate> sorted(Collection<QueryPredicate> conditions) {
    TreeMap<String, QueryPredicate> byText = new TreeMap<>();
    conditions.forEach(each -> byText.put(each.toString(), each));
    return List.copyOf(byText.values());
  }

  /** The names of the types, in alphabetical order. */
  public List<String> types() {
    return types;
  }

  /** The same names as a set. */
  public Set<String> typeNames() {
    return typeNames;
  }

  /** The conditions without repetition, in the order of their texts. */
  public List<QueryPredicate> conjuncts() {
    return conjuncts;
  }

  /** The same types with other conditions. */
  public RecordSet of(Collection<QueryPredicate> others) {
    List<QueryPredicate> kept = new ArrayList<>(conjuncts.size());
    for (QueryPredicate each : conjuncts) {
      if (others.contains(each)) {
        kept.add(each);
      }
    }
    boolean isPart = kept.containsAll(others); // then the order is known without the texts
    return new RecordSet(typeNames, isPart ? List.copyOf(kept) : sorted(others));
  }

  /** Other types with the same conditions. */
  public RecordSet ofTypes(Collection<String> others) {
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
  public boolean equals(Object other) {
    return other instanceof RecordSet set
        && hash == set.hash
        && types.equals(set.types)
        && conjuncts.equals(set.conjuncts);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return String.join("|", types)
        + conjuncts.stream()
            .map(QueryPredicate::toString)
            .collect(Collectors.joining(" and ", " {", "}"));
  }
}
