package dev.tenure.campaigns.blackbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A graph of the transactions that must come before others, and why. Its nodes are transactions, by
 * their numbers, and moments of real time, which have negative numbers.
 */
final class Dependencies {

  /** Why the first transaction comes before the second. */
  enum Kind {
    /** The second overwrote a value that the first wrote. */
    WRITE_WRITE,
    /** The second read a value that the first wrote. */
    WRITE_READ,
    /** The second overwrote a value that the first read. */
    READ_WRITE,
    /** The first had ended when the second began. */
    REAL_TIME
  }

  /** An edge of the graph. */
  record Dependency(long from, long to, Kind kind) {}

  private final Map<Long, List<Dependency>> edges = new LinkedHashMap<>();

  void add(long from, long to, Kind kind) {
    if (from != to) {
      edges.computeIfAbsent(from, none -> new ArrayList<>()).add(new Dependency(from, to, kind));
    }
  }

  /**
   * Adds that each transaction comes before those that began after its end. The edges go through a
   * chain of moments, so that there are few.
   */
  void addRealTime(List<ListTransaction> transactions) {
    List<ListTransaction> byEnd =
        transactions.stream()
            .filter(each -> each.ended() != Long.MAX_VALUE)
            .sorted(Comparator.comparingLong(ListTransaction::ended))
            .toList();
    List<ListTransaction> byBegin =
        transactions.stream().sorted(Comparator.comparingLong(ListTransaction::begun)).toList();
    int next = 0;
    for (int moment = 0; moment < byEnd.size(); moment++) {
      ListTransaction ended = byEnd.get(moment);
      add(ended.number(), node(moment), Kind.REAL_TIME);
      if (moment > 0) {
        add(node(moment - 1), node(moment), Kind.REAL_TIME);
      }
      while (next < byBegin.size() && byBegin.get(next).begun() <= ended.ended()) {
        next++;
      }
      long until = moment + 1 < byEnd.size() ? byEnd.get(moment + 1).ended() : Long.MAX_VALUE;
      while (next < byBegin.size() && byBegin.get(next).begun() <= until) {
        add(node(moment), byBegin.get(next++).number(), Kind.REAL_TIME);
      }
    }
  }

  private static long node(int moment) {
    return -1L - moment;
  }

  /** The shortest cycle of edges of these kinds; empty when there is none. */
  Optional<List<Dependency>> cycle(Set<Kind> kinds) {
    List<Dependency> shortest = null;
    for (long start : edges.keySet()) {
      if (start >= 0) {
        List<Dependency> found = cycleThrough(start, kinds);
        if (!found.isEmpty() && (shortest == null || found.size() < shortest.size())) {
          shortest = found;
        }
      }
    }
    return Optional.ofNullable(shortest);
  }

  /**
   * A search by breadth first.
   *
   * @return empty when no cycle goes through {@code start}
   */
  private List<Dependency> cycleThrough(long start, Set<Kind> kinds) {
    Map<Long, Dependency> reachedBy = new HashMap<>();
    Deque<Long> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      for (Dependency edge : edges.getOrDefault(open.removeFirst(), List.of())) {
        if (!kinds.contains(edge.kind()) || reachedBy.containsKey(edge.to())) {
          continue;
        }
        reachedBy.put(edge.to(), edge);
        if (edge.to() == start) {
          return pathTo(start, reachedBy);
        }
        open.addLast(edge.to());
      }
    }
    return List.of();
  }

  private static List<Dependency> pathTo(long start, Map<Long, Dependency> reachedBy) {
    List<Dependency> path = new ArrayList<>();
    long at = start;
    do {
      Dependency edge = reachedBy.get(at);
      if (edge == null) {
        throw new IllegalStateException("a cycle through " + start + " does not close at " + at);
      }
      path.add(edge);
      at = edge.from();
    } while (at != start);
    Collections.reverse(path);
    return path;
  }
}
