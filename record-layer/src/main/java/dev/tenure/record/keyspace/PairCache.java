package dev.tenure.record.keyspace;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Committed pairs of names and numbers, up to a number of them; the least recently used are
 * dropped. Safe for use by many threads.
 */
final class PairCache {
  private final int pairsMax;
  private final LinkedHashMap<String, Long> numbers = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Long, String> names = new HashMap<>();

  PairCache(int pairsMax) {
    if (pairsMax < 0) {
      throw new IllegalArgumentException("cache of " + pairsMax + " names, the least is 0");
    }
    this.pairsMax = pairsMax;
  }

  synchronized void put(String name, long number) {
    numbers.put(name, number);
    names.put(number, name);
    if (numbers.size() > pairsMax) {
      Map.Entry<String, Long> eldest = numbers.entrySet().iterator().next();
      numbers.remove(eldest.getKey());
      names.remove(eldest.getValue());
    }
  }

  synchronized @Nullable Long numberOf(String name) {
    return numbers.get(name);
  }

  synchronized @Nullable String nameOf(long number) {
    String name = names.get(number);
    if (name != null) {
      numbers.get(name);
    }
    return name;
  }
}
