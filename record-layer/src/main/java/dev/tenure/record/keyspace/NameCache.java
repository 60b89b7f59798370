package dev.tenure.record.keyspace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;

/**
 * A cache of committed pairs of a name and a number, found by either. Each direction holds up to a
 * maximum of pairs. A committed pair never changes, so entries never become wrong. Safe for use by
 * many threads.
 */
final class NameCache {
  private final Cache<String, Long> numbers;
  private final Cache<Long, String> names;

  NameCache(int pairsMax) {
    if (pairsMax < 0) {
      throw new IllegalArgumentException("cache of " + pairsMax + " names, the least is 0");
    }
    this.numbers = Caffeine.newBuilder().maximumSize(pairsMax).executor(Runnable::run).build();
    this.names = Caffeine.newBuilder().maximumSize(pairsMax).executor(Runnable::run).build();
  }

  void put(String name, long number) {
    numbers.put(name, number);
    names.put(number, name);
  }

  Optional<Long> numberOf(String name) {
    return Optional.ofNullable(numbers.getIfPresent(name));
  }

  Optional<String> nameOf(long number) {
    return Optional.ofNullable(names.getIfPresent(number));
  }
}
