package dev.tenure.campaigns.crash;

import dev.tenure.embedded.commit.Durability;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The decisions that the seed of a cycle makes.
 *
 * @param riskyPercent how many of a hundred transactions are durability-risky
 * @param moment the moment that the process must reach before it is killed
 * @param delay how long the process goes on after that moment
 * @param powerLost whether the bytes that were not synced are lost too
 * @param checked whether the rows are checked after this cycle; if not, another process opens them first
 * @param fresh whether the cycle starts a new directory, if the last one was checked
 */
record CyclePlan(
    long seed,
    Durability durability,
    int riskyPercent,
    Moment moment,
    Duration delay,
    boolean powerLost,
    boolean checked,
    boolean fresh) {

  /**
   * When a process is killed.
   */
  enum Moment {
    STARTING,
    OPENING,
    WORKING
  }

  private static final int STARTING_MILLIS_MAX = 600;
  private static final int OPENING_MILLIS_MAX = 250;
  private static final int WORKING_MILLIS_MAX = 1_500;

  /**
   * The plan of a seed.
   *
   * @param last whether no process follows, so that the rows must be checked
   */
  static CyclePlan of(long seed, boolean last) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean powerLost = random.nextInt(3) == 0;
    Durability durability = random.nextInt(5) == 0 ? Durability.RELAXED : Durability.SYNC;
    int riskyPercent = random.nextBoolean() ? 10 : 98;
    boolean fresh = random.nextInt(25) == 0;
    int when = random.nextInt(fresh ? 4 : 10);
    Moment moment = when == 0 ? Moment.STARTING : when < 4 ? Moment.OPENING : Moment.WORKING;
    int millisMax =
        switch (moment) {
          case STARTING -> STARTING_MILLIS_MAX;
          case OPENING -> OPENING_MILLIS_MAX;
          case WORKING -> WORKING_MILLIS_MAX;
        };
    Duration delay = Duration.ofNanos(random.nextLong(millisMax * 1_000_000L));
    boolean checked = last || random.nextInt(3) > (powerLost ? 1 : 0);
    return new CyclePlan(seed, durability, riskyPercent, moment, delay, powerLost, checked, fresh);
  }
}
