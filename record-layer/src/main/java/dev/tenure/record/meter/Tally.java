package dev.tenure.record.meter;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** Holds a number for each counter. Safe for use by many threads. */
@SuppressWarnings("EnumOrdinal") // the places of an array that never leaves this object
final class Tally {
  private static final RecordCounter[] COUNTERS = RecordCounter.values();

  private final AtomicLongArray numbers = new AtomicLongArray(COUNTERS.length);

  void add(RecordCounter counter, long amount) {
    numbers.addAndGet(counter.ordinal(), amount);
  }

  long get(RecordCounter counter) {
    return numbers.get(counter.ordinal());
  }

  /** The counters that are not zero, in their order. */
  Map<RecordCounter, Long> snapshot() {
    Map<RecordCounter, Long> counts = new EnumMap<>(RecordCounter.class);
    for (RecordCounter counter : COUNTERS) {
      long number = get(counter);
      if (number != 0) {
        counts.put(counter, number);
      }
    }
    return Collections.unmodifiableMap(counts);
  }
}
