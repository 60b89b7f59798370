package dev.tenure.consumer.environment;

import java.time.Duration;

/** Delays that double from one failure to the next, up to a limit. */
public final class Backoff {
  private static final int DOUBLINGS_MAX = 20;

  private Backoff() {}

  /**
   * @param least the delay after no doubling
   * @param doublings how often it is doubled, at least 0
   * @param most the limit
   */
  public static Duration doubled(Duration least, int doublings, Duration most) {
    Duration delay = least.multipliedBy(1L << Math.min(doublings, DOUBLINGS_MAX));
    return delay.compareTo(most) < 0 ? delay : most;
  }
}
