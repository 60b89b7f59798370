package dev.tenure.consumer.top;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the heaviest keys of a stream of weighted keys with a fixed number of counters ("Efficient
 * Computation of Frequent and Top-k Elements in Data Streams", Metwally, Agrawal, El Abbadi 2005).
 * A key without a counter takes over the smallest counter with its value, so its weight may be
 * overstated by at most this value. A key has a counter if it weighs more than the total divided by
 * the number of counters. The counters are a heap with the smallest on top. Not safe for use by
 * several threads at once.
 *
 * @param <K> the keys; their order decides between equal weights
 */
final class SpaceSaving<K extends Comparable<K>> {
  private final int countersMax;
  private final Map<K, Counter<K>> byKey = new HashMap<>();
  private final List<Counter<K>> heap = new ArrayList<>();

  /** The counter of one key. */
  private static final class Counter<K> {
    private K key;
    private long weight;
    private long overstated;
    private int place;

    Counter(K key, int place) {
      this.key = key;
      this.place = place;
    }
  }

  /**
   * A key and its weight.
   *
   * @param weight at least the true weight
   * @param overstated the most by which {@code weight} exceeds the true weight
   */
  record Heavy<K>(K key, long weight, long overstated) {}

  SpaceSaving(int countersMax) {
    if (countersMax < 1) {
      throw new IllegalArgumentException("counters are " + countersMax + ", the least is 1");
    }
    this.countersMax = countersMax;
  }

  /** Adds a weight to a key; a weight of zero changes nothing. */
  void add(K key, long weight) {
    if (weight < 0) {
      throw new IllegalArgumentException("weight is " + weight + ", the least is 0");
    }
    if (weight == 0) {
      return;
    }
    Counter<K> counter = byKey.get(key);
    if (counter == null) {
      counter = heap.size() < countersMax ? fresh(key) : takenOver(heap.get(0), key);
      byKey.put(key, counter);
    }
    counter.weight += weight;
    sink(counter);
  }

  private Counter<K> fresh(K key) {
    Counter<K> counter = new Counter<>(key, heap.size());
    heap.add(counter);
    rise(counter);
    return counter;
  }

  private Counter<K> takenOver(Counter<K> least, K key) {
    byKey.remove(least.key);
    least.key = key;
    least.overstated = least.weight;
    return least;
  }

  /** The heaviest keys, the heaviest first, and equal ones in the order of their keys. */
  List<Heavy<K>> top(int most) {
    Comparator<Heavy<K>> heaviestFirst =
        Comparator.<Heavy<K>>comparingLong(Heavy::weight)
            .reversed()
            .thenComparing(Heavy::key, Comparator.naturalOrder());
    return heap.stream()
        .map(one -> new Heavy<>(one.key, one.weight, one.overstated))
        .sorted(heaviestFirst)
        .limit(most)
        .toList();
  }

  private void rise(Counter<K> counter) {
    while (counter.place > 0) {
      Counter<K> above = heap.get((counter.place - 1) / 2);
      if (above.weight <= counter.weight) {
        return;
      }
      swap(above, counter);
    }
  }

  private void sink(Counter<K> counter) {
    Counter<K> below = lighterBelow(counter);
    while (below != null && below.weight < counter.weight) {
      swap(counter, below);
      below = lighterBelow(counter);
    }
  }

  private @Nullable Counter<K> lighterBelow(Counter<K> counter) {
    int left = 2 * counter.place + 1;
    if (left >= heap.size()) {
      return null;
    }
    Counter<K> one = heap.get(left);
    if (left + 1 == heap.size()) {
      return one;
    }
    Counter<K> other = heap.get(left + 1);
    return other.weight < one.weight ? other : one;
  }

  private void swap(Counter<K> one, Counter<K> other) {
    int place = one.place;
    one.place = other.place;
    other.place = place;
    heap.set(one.place, one);
    heap.set(other.place, other);
  }
}
