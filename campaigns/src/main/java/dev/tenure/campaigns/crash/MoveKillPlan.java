package dev.tenure.campaigns.crash;

import dev.tenure.queue.move.MoveProgress;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * When the process of a cycle with moves is killed, by the seed of the cycle.
 *
 * @param line the last words of a line of the process
 * @param delay how long the process goes on after that line; or after half a minute without it
 */
record MoveKillPlan(long seed, String line, Duration delay) {
  private static final String OPENING = "opening";
  private static final int OPENING_MILLIS_MAX = 600;
  private static final int WORKING_MILLIS_MAX = 2_500;
  private static final int STEP_MICROS_MAX = 20_000;

  static MoveKillPlan of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int when = random.nextInt(8);
    if (when == 0) {
      return new MoveKillPlan(seed, OPENING, millis(random, OPENING_MILLIS_MAX));
    }
    if (when < 4) {
      return new MoveKillPlan(seed, "working", millis(random, WORKING_MILLIS_MAX));
    }
    MoveProgress.Step[] steps = MoveProgress.Step.values();
    String step = steps[random.nextInt(steps.length)].name();
    return new MoveKillPlan(
        seed, "step " + step, Duration.ofNanos(random.nextLong(STEP_MICROS_MAX * 1_000L)));
  }

  /** Whether the process is killed while it opens the clusters. */
  boolean isOpening() {
    return line.equals(OPENING);
  }

  private static Duration millis(SplittableRandom random, int most) {
    return Duration.ofNanos(random.nextLong(most * 1_000_000L));
  }
}
