package dev.tenure.record.meter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Meters that are kept in memory, for tests and for inspecting a process. Safe for use by many
 * threads.
 */
public final class MemoryMeters implements RecordMeters {
  private final Map<String, Tally> counts = new TreeMap<>();
  private final Map<String, Map<RecordTimer, Times>> times = new TreeMap<>();

  /**
   * The number of timed events, and their durations.
   *
   * @param total the sum of all durations
   * @param longest the longest duration; zero when there is none
   */
  public record Times(long count, Duration total, Duration longest) {
    private static final Times NONE = new Times(0, Duration.ZERO, Duration.ZERO);

    private Times and(Times other) {
      boolean longer = other.longest.compareTo(longest) > 0;
      return new Times(
          count + other.count, total.plus(other.total), longer ? other.longest : longest);
    }
  }

  @Override
  public synchronized void count(RecordCounter counter, String run, long amount) {
    counts.computeIfAbsent(run, name -> new Tally()).add(counter, amount);
  }

  @Override
  public synchronized void time(RecordTimer timer, String run, Duration took) {
    times
        .computeIfAbsent(run, name -> new EnumMap<>(RecordTimer.class))
        .merge(timer, new Times(1, took, took), Times::and);
  }

  /** The sum of a counter over all runs. */
  public synchronized long count(RecordCounter counter) {
    return counts.values().stream().mapToLong(tally -> tally.get(counter)).sum();
  }

  /** The sum of a counter over the runs with a name. */
  public synchronized long count(RecordCounter counter, String run) {
    Tally tally = counts.get(run);
    return tally == null ? 0 : tally.get(counter);
  }

  /** The times of a timer over all runs. */
  public synchronized Times times(RecordTimer timer) {
    return times.values().stream()
        .map(byTimer -> byTimer.getOrDefault(timer, Times.NONE))
        .reduce(Times.NONE, Times::and);
  }

  /** The times of a timer over the runs with a name. */
  public synchronized Times times(RecordTimer timer, String run) {
    Map<RecordTimer, Times> byTimer = times.getOrDefault(run, Map.of());
    return byTimer.getOrDefault(timer, Times.NONE);
  }

  /** The names of all runs that have counts or times, sorted. */
  public synchronized List<String> runs() {
    return new ArrayList<>(counts.keySet());
  }
}
