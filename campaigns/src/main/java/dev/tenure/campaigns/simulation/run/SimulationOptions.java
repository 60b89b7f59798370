package dev.tenure.campaigns.simulation.run;

import dev.tenure.testkit.engine.FaultRates;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * One run of the simulation. Everything in it follows from the seed; two runs with equal options do
 * the same.
 *
 * @param seed decides every random choice of the run
 * @param checkEvery after this many commits everything is read and checked anew; after other
 *     commits only their changes are
 * @param recorded whether the reads and writes of all processes are recorded and must be strictly
 *     serializable
 * @param schedule how the next process is chosen
 */
public record SimulationOptions(
    long seed,
    Fleet fleet,
    Times times,
    FaultRates faults,
    int checkEvery,
    boolean recorded,
    Schedule schedule) {

  /**
   * Who takes part.
   *
   * @param orders how many orders all producers place together; each enqueues one item
   * @param shards the most top-level queues a cluster has; their number changes between restarts
   */
  public record Fleet(
      int producers, int consumers, int clusters, int tenants, int orders, int shards) {
    public Fleet {
      atLeast("producers", producers, 1);
      atLeast("consumers", consumers, 1);
      atLeast("clusters", clusters, 1);
      atLeast("tenants", tenants, 1);
      atLeast("orders", orders, 1);
      atLeast("shards", shards, 1);
    }
  }

  /**
   * How long things take.
   *
   * @param busy how long orders are placed, in virtual time, with faults
   * @param skewMax how far a process's clock may be off, either way
   * @param betweenFaults how long on average until the next process crashes, pauses or stops
   */
  public record Times(
      Duration busy,
      Duration itemLease,
      Duration minInactive,
      Duration skewMax,
      Duration betweenFaults) {}

  public SimulationOptions {
    atLeast("checkEvery", checkEvery, 1);
  }

  /** The options that a seed draws: sizes, times and rates within the usual bounds. */
  public static SimulationOptions seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed ^ 0x5eedL);
    Fleet fleet =
        new Fleet(
            4,
            3,
            pick(random, 1, 1, 1, 2),
            random.nextInt(1, 9),
            random.nextInt(220, 300),
            random.nextInt(1, 5));
    Times times =
        new Times(
            Duration.ofSeconds(120),
            Duration.ofMillis(random.nextInt(2_000, pick(random, 4_000, 10_000, 30_000))),
            Duration.ofMillis(random.nextInt(2_000, pick(random, 4_000, 10_000, 30_000))),
            Duration.ofMillis(pick(random, 0, 50, 1_000, 5_000, 5_000, 5_000, 10_000)),
            Duration.ofSeconds(random.nextInt(5, 30)));
    FaultRates faults =
        new FaultRates(
            random.nextDouble(0.05),
            random.nextDouble(0.02),
            random.nextDouble(0.03),
            random.nextDouble(0.03),
            random.nextDouble(0.2),
            random.nextDouble(0.05),
            random.nextDouble(0.1),
            0,
            Duration.ofMillis(pick(random, 5, 50, 500, 6_000)));
    int checkEvery = pick(random, 64, 256, 1_024);
    Schedule schedule = pick(random, 0, 0, 1) == 1 ? Schedule.ADVERSARIAL : Schedule.UNIFORM;
    return new SimulationOptions(seed, fleet, times, faults, checkEvery, seed % 16 == 0, schedule);
  }

  public SimulationOptions withFleet(Fleet newFleet) {
    return new SimulationOptions(seed, newFleet, times, faults, checkEvery, recorded, schedule);
  }

  public SimulationOptions withTimes(Times newTimes) {
    return new SimulationOptions(seed, fleet, newTimes, faults, checkEvery, recorded, schedule);
  }

  public SimulationOptions withFaults(FaultRates newFaults) {
    return new SimulationOptions(seed, fleet, times, newFaults, checkEvery, recorded, schedule);
  }

  public SimulationOptions withCheckEvery(int commits) {
    return new SimulationOptions(seed, fleet, times, faults, commits, recorded, schedule);
  }

  public SimulationOptions withSchedule(Schedule newSchedule) {
    return new SimulationOptions(seed, fleet, times, faults, checkEvery, recorded, newSchedule);
  }

  private static int pick(SplittableRandom random, int... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static void atLeast(String what, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(what + " is " + value + ", at least " + least);
    }
  }
}
