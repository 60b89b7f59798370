package dev.tenure.record.keyspace;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The names that one transaction has interned, and not committed yet. Safe for use by many threads.
 */
final class TransactionNames {
  private final Map<String, Long> numbers = new HashMap<>();

  synchronized void put(String name, long number) {
    numbers.put(name, number);
  }

  synchronized void remove(String name) {
    numbers.remove(name);
  }

  synchronized Optional<Long> numberOf(String name) {
    return Optional.ofNullable(numbers.get(name));
  }
}
