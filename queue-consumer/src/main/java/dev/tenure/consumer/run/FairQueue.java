package dev.tenure.consumer.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Items that wait for a worker. The queue gives a few items of each zone in turn, so that a zone
 * with many items does not delay zones with few. Items of one zone keep their order. Items of one
 * zone that begin together usually end together, in one transaction that opens one store. Not safe
 * for use by several threads.
 */
final class FairQueue<Z, T> {
  static final int IN_A_ROW_MAX = 32;

  private final Map<Z, Deque<T>> byZone = new LinkedHashMap<>();
  private int inARow;

  void add(Z zone, T item) {
    byZone.computeIfAbsent(zone, absent -> new ArrayDeque<>()).add(item);
  }

  /** The next item; null when there is none. */
  @Nullable T poll() {
    var zones = byZone.entrySet().iterator();
    if (!zones.hasNext()) {
      return null;
    }
    Map.Entry<Z, Deque<T>> zone = zones.next();
    Deque<T> waiting = zone.getValue();
    T next = waiting.remove();
    inARow++;
    if (waiting.isEmpty() || inARow == IN_A_ROW_MAX) {
      inARow = 0;
      Z key = zone.getKey();
      zones.remove();
      if (!waiting.isEmpty()) {
        byZone.put(key, waiting);
      }
    }
    return next;
  }

  /** Removes and returns all items. */
  List<T> drain() {
    List<T> all = new ArrayList<>();
    byZone.values().forEach(all::addAll);
    byZone.clear();
    inARow = 0;
    return all;
  }
}
