package dev.tenure.testkit.simulation;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.testkit.simulation.Application.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * When all is quiet, an item is done at once: its producer makes a pointer or nudges one, that
 * wakes a consumer, which sees the item. No poll and no lucky visit is needed.
 */
final class KnockCheck {
  private static final int KNOCKS = 8;

  /** Half of them come while the zone is hardly at rest, the others when it sleeps or is gone. */
  private static final int SOON_MILLIS_MAX = 400;

  private static final int LATE_MILLIS_MAX = 12_000;

  /** Less than a consumer lets pass between two polls. */
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  private static final Duration STEP = Duration.ofMillis(50);

  private final SimulatedWorld world;
  private final StateReader reader;
  private final Deployment deployment;
  private final SplittableRandom random;

  KnockCheck(SimulatedWorld world, StateReader reader, Deployment deployment) {
    this.world = world;
    this.reader = reader;
    this.deployment = deployment;
    this.random = world.scheduler.random("knocks");
  }

  void check() {
    TenantId tenant = world.anyTenant(random);
    for (int knock = 0; knock < KNOCKS; knock++) {
      int most = random.nextBoolean() ? SOON_MILLIS_MAX : LATE_MILLIS_MAX;
      world.scheduler.runFor(Duration.ofMillis(random.nextInt(most)));
      knock(tenant, "knock-" + knock);
    }
  }

  private void knock(TenantId tenant, String number) {
    Order order =
        new Order(number, "default", WorkKind.EFFECT, 8, Duration.ZERO, true, Optional.empty());
    world.scheduler.join(
        deployment.run(tenant, transaction -> Application.place(transaction, order)));
    world.ledger.acknowledge(number, tenant);
    Duration bound = AT_ONCE.plus(world.options.times().skewMax().multipliedBy(2));
    Instant deadline = world.scheduler.now().plus(bound);
    while (!reader.read().tenant(tenant).effects().containsKey(number)) {
      InvariantViolation.require(
          world.scheduler.now().isBefore(deadline),
          "%s of %s was placed when all was quiet, and is not done after %s: %s"
              .formatted(number, tenant, bound, reader.read().pointers()));
      world.scheduler.runFor(STEP);
    }
  }
}
