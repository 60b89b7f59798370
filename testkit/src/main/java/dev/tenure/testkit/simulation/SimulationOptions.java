package dev.tenure.testkit.simulation;

import dev.tenure.testkit.engine.FaultRates;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * One run of the simulation. Everything in it follows from the seed; two runs with equal options do
 * the same.
 *
 * @param seed decides every random choice of the run
 * @param checkEvery the state is checked after every that many commits; 1 also checks that the
 *     leases of an item never overlap
 * @param recorded all that the processes read and write is recorded, and must be strictly
 *     serializable
 */
public record SimulationOptions(
    long seed, Fleet fleet, Times times, FaultRates faults, int checkEvery, boolean recorded) {

  /**
   * Who takes part.
   *
   * @param orders how many orders all producers place together; each enqueues one item
   * @param shards top-level queues
   */
  public record Fleet(int producers, int consumers, int tenants, int orders, int shards) {
    public Fleet {
      atLeast("producers", producers, 1);
      atLeast("consumers", consumers, 1);
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
   * @param betweenMishaps how long on average until the next process crashes, pauses or stops
   */
  public record Times(
      Duration busy,
      Duration itemLease,
      Duration minInactive,
      Duration skewMax,
      Duration betweenMishaps) {}

  public SimulationOptions {
    atLeast("checkEvery", checkEvery, 1);
  }

  /** What a seed means: sizes, times and rates are drawn from it within the usual bounds. */
  public static SimulationOptions seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed ^ 0x5eedL);
    Fleet fleet =
        new Fleet(4, 3, random.nextInt(1, 9), random.nextInt(220, 300), random.nextInt(1, 3));
    Times times =
        new Times(
            Duration.ofSeconds(120),
            Duration.ofMillis(random.nextInt(2_000, pick(random, 4_000, 10_000, 30_000))),
            Duration.ofMillis(random.nextInt(2_000, pick(random, 4_000, 10_000, 30_000))),
            Duration.ofMillis(pick(random, 0, 0, 50, 1_000, 10_000)),
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
    return new SimulationOptions(
        seed, fleet, times, faults, pick(random, 1, 4, 16, 64), seed % 16 == 0);
  }

  public SimulationOptions withFleet(Fleet newFleet) {
    return new SimulationOptions(seed, newFleet, times, faults, checkEvery, recorded);
  }

  public SimulationOptions withTimes(Times newTimes) {
    return new SimulationOptions(seed, fleet, newTimes, faults, checkEvery, recorded);
  }

  public SimulationOptions withFaults(FaultRates newFaults) {
    return new SimulationOptions(seed, fleet, times, newFaults, checkEvery, recorded);
  }

  public SimulationOptions withCheckEvery(int commits) {
    return new SimulationOptions(seed, fleet, times, faults, commits, recorded);
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
