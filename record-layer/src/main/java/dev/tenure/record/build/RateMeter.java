package dev.tenure.record.build;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Measures the rate at which a number has grown during about the last minute, or since its first
 * value. Not safe for use by several threads at once.
 */
final class RateMeter {
  static final Duration WINDOW = Duration.ofMinutes(1);
  private static final Duration APART = Duration.ofSeconds(1);
  private static final double MILLIS_PER_SECOND = 1_000;

  private record Sample(Instant at, long value) {}

  private final Deque<Sample> samples = new ArrayDeque<>();

  /**
   * Notes the number. The measurement begins anew when the number is less than before, or when the
   * clock was set back.
   */
  void add(Instant now, long value) {
    Sample last = samples.peekLast();
    if (last != null && (value < last.value() || now.isBefore(last.at()))) {
      samples.clear();
    }
    if (samples.size() > 1 && now.isBefore(beforeLast().at().plus(APART))) {
      samples.removeLast();
    }
    samples.addLast(new Sample(now, value));
    Instant oldest = now.minus(WINDOW);
    while (samples.size() > 2 && samples.getFirst().at().isBefore(oldest)) {
      samples.removeFirst();
    }
  }

  private Sample beforeLast() {
    Sample last = samples.removeLast();
    Sample before = samples.getLast();
    samples.addLast(last);
    return before;
  }

  /** The growth per second; 0 before two numbers at different times are known. */
  double perSecond() {
    if (samples.size() < 2) {
      return 0;
    }
    Sample first = samples.getFirst();
    Sample last = samples.getLast();
    long millis = Duration.between(first.at(), last.at()).toMillis();
    return millis <= 0 ? 0 : (last.value() - first.value()) * MILLIS_PER_SECOND / millis;
  }
}
