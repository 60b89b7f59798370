package dev.tenure.campaigns.simulation.deployments;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The run that one seed stands for.
 *
 * @param apart whether each application has its own consumers, which do not know the other's schema
 * @param consumers of each application when they are apart, of both together otherwise
 * @param items enqueued by all producers together
 * @param skewMax how far the clocks of all processes but one may be off, either way
 * @param busy how long there are troubles, in virtual time
 * @param earlierTenure whether a consumer begins with a release of Tenure from before leases of
 *     visits, and one is started with it again
 */
record DeploymentPlan(
    long seed,
    int clusters,
    int tenants,
    boolean apart,
    int consumers,
    int items,
    Duration itemLease,
    Duration skewMax,
    Duration busy,
    Set<Trouble> troubles,
    boolean earlierTenure) {
  static final List<String> APPLICATIONS = List.of("mail", "photos");

  /** The skew up to which nothing may be late beyond the bound. */
  static final Duration STATED_SKEW = Duration.ofSeconds(10);

  private static final int MANAGERS_MAX = 4;
  private static final Duration OVERSLEEP = Duration.ofSeconds(6);

  DeploymentPlan {
    troubles = Collections.unmodifiableSet(new TreeSet<>(troubles));
  }

  static DeploymentPlan seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed ^ 0xdeb107L);
    Set<Trouble> troubles = EnumSet.noneOf(Trouble.class);
    for (Trouble trouble : Trouble.values()) {
      if (random.nextInt(5) < 2) {
        troubles.add(trouble);
      }
    }
    boolean apart = random.nextBoolean();
    int consumersMax = apart ? 2 : 3;
    // Of two consumers nobody can say whose clock is wrong.
    int consumersMin = troubles.contains(Trouble.WRONG_CLOCK) ? consumersMax : 1;
    return new DeploymentPlan(
        seed,
        troubles.contains(Trouble.HANGING) ? pick(random, 2, 2, 3) : pick(random, 1, 1, 2, 3),
        random.nextInt(4, 9),
        apart,
        random.nextInt(consumersMin, consumersMax + 1),
        random.nextInt(50, 100),
        Duration.ofMillis(random.nextInt(2_000, 6_000))
            .multipliedBy(troubles.contains(Trouble.SLOW_EFFECTS) ? 3 : 1),
        Duration.ofMillis(pick(random, 0, 1_000, 6_000, 10_000)),
        Duration.ofSeconds(random.nextInt(70, 110)),
        troubles,
        new SplittableRandom(seed ^ 0xea71e4L).nextInt(5) < 2);
  }

  boolean has(Trouble trouble) {
    return troubles.contains(trouble);
  }

  /** The time within which an item begins that some consumer can run. */
  Duration bound() {
    return itemLease.plus(OVERSLEEP).plus(STATED_SKEW.multipliedBy(2));
  }

  /**
   * The most managers of a consumer; few when clusters hang, so that one hanging cluster may hold
   * all of them.
   */
  int managersMax() {
    return has(Trouble.HANGING) ? 1 : MANAGERS_MAX;
  }

  private static int pick(SplittableRandom random, int... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
