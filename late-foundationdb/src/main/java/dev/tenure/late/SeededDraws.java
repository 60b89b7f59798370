package dev.tenure.late;

import dev.tenure.late.Lateness.How;
import java.time.Duration;
import java.util.SplittableRandom;

/** Draws the delays and faults of answers from the seed. Safe for use by many threads. */
final class SeededDraws {
  private static final int ROWS_IN_HAND_MAX = 16;

  private final LateOptions options;
  private final SplittableRandom random;

  SeededDraws(LateOptions options) {
    this.options = options;
    this.random = new SplittableRandom(options.seed());
  }

  synchronized Lateness lateness() {
    double drawn = random.nextDouble();
    double delayed = options.delayed();
    double overtaken = delayed + options.overtaken();
    if (drawn < delayed) {
      return new Lateness(How.DELAYED, delayNanos());
    }
    if (drawn < overtaken) {
      return new Lateness(How.OVERTAKEN, 0);
    }
    return drawn < overtaken + options.withheld() ? new Lateness(How.WITHHELD, 0) : Lateness.NONE;
  }

  /** The delay of a commit before it is sent; 0 for most commits. */
  synchronized long holdNanos() {
    return happens(options.commits().held()) ? delayNanos() : 0;
  }

  synchronized boolean isAppliedWhileWithheld() {
    return happens(options.commits().appliedWhileWithheld());
  }

  synchronized boolean isUnknownAfterwards() {
    return happens(options.commits().unknownAfterwards());
  }

  synchronized boolean isWatchLost() {
    return happens(options.watchLost());
  }

  /** The number of rows that arrive together with the row for which an iterator has just waited. */
  synchronized int rowsInHand() {
    return random.nextInt(ROWS_IN_HAND_MAX);
  }

  private boolean happens(double rate) {
    return random.nextDouble() < rate;
  }

  private long delayNanos() {
    Duration longest = options.delayMax();
    return longest.isZero() ? 0 : random.nextLong(longest.toNanos() + 1);
  }
}
