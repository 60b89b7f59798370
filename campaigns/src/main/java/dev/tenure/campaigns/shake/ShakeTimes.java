package dev.tenure.campaigns.shake;

import java.time.Duration;

/**
 * How long it took until the fleet went on, from the moment at which what was ended or stopped is
 * started again.
 *
 * @param shaking what was done
 * @param commits until a producer's transaction was acknowledged
 * @param ends until an item was done
 * @param caughtUp until all items were done that had been acknowledged at the end of the shaking
 */
record ShakeTimes(Shaking shaking, Duration commits, Duration ends, Duration caughtUp) {
  @Override
  public String toString() {
    return "commits after %.1f s, items after %.1f s, caught up after %.1f s"
        .formatted(seconds(commits), seconds(ends), seconds(caughtUp));
  }

  static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }
}
