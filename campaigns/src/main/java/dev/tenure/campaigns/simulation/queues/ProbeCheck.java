package dev.tenure.campaigns.simulation.queues;

import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.application.Application.Order;
import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.campaigns.simulation.state.StateReader;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.testkit.engine.FaultRates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Checks that an item is done at once when all is quiet: its producer creates or nudges a pointer,
 * which wakes a consumer, which sees the item. Neither a poll nor a lucky visit is needed.
 */
final class ProbeCheck {
  private static final int PROBES = 8;

  /** These two names are part of what a seed means: another name draws another run. */
  private static final String STREAM = "knocks";

  private static final String ORDERS = "knock-";

  /** Half of them come while the zone is hardly at rest, the others when it sleeps or is gone. */
  private static final int SOON_MILLIS_MAX = 400;

  private static final int LATE_MILLIS_MAX = 12_000;

  /** So many come one after the other, while the visit that the first has called is on its way. */
  private static final int ORDERS_MAX = 4;

  private static final int APART_MILLIS_MAX = 20;

  /** Less than a consumer lets pass between two polls. */
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  /** So that something can happen while something else is on its way. */
  private static final Duration DELAY_MAX = Duration.ofMillis(5);

  private static final Duration STEP = Duration.ofMillis(50);

  private final SimulatedWorld world;
  private final StateReader reader;
  private final Deployment deployment;
  private final SplittableRandom random;

  ProbeCheck(SimulatedWorld world, StateReader reader, Deployment deployment) {
    this.world = world;
    this.reader = reader;
    this.deployment = deployment;
    this.random = world.scheduler.random(STREAM);
  }

  void check() {
    TenantId tenant = world.anyTenant(random);
    world.faults.use(FaultRates.onlyDelays(DELAY_MAX));
    world.faults.set(true);
    for (int probe = 0; probe < PROBES; probe++) {
      int most = random.nextBoolean() ? SOON_MILLIS_MAX : LATE_MILLIS_MAX;
      world.scheduler.runFor(Duration.ofMillis(random.nextInt(most)));
      probe(tenant, ORDERS + probe, 1 + random.nextInt(ORDERS_MAX));
    }
    world.faults.set(false);
  }

  private void probe(TenantId tenant, String name, int orders) {
    List<String> numbers = new ArrayList<>();
    List<CompletableFuture<Void>> placed = new ArrayList<>();
    for (int order = 0; order < orders; order++) {
      String number = name + "-" + order;
      numbers.add(number);
      placed.add(place(tenant, number));
      world.scheduler.runFor(Duration.ofMillis(random.nextInt(APART_MILLIS_MAX)));
    }
    placed.forEach(world.scheduler::join);
    awaitDone(tenant, numbers);
  }

  private CompletableFuture<Void> place(TenantId tenant, String number) {
    Order order =
        new Order(number, "default", WorkKind.EFFECT, 8, Duration.ZERO, true, Optional.empty());
    return deployment
        .run(tenant, transaction -> Application.place(transaction, order))
        .thenAccept(done -> world.ledger.acknowledge(number, tenant));
  }

  private void awaitDone(TenantId tenant, List<String> numbers) {
    Duration bound = AT_ONCE.plus(world.options.times().skewMax().multipliedBy(2));
    Instant deadline = world.scheduler.now().plus(bound);
    while (!reader.read().tenant(tenant).effects().keySet().containsAll(numbers)) {
      InvariantViolation.require(
          world.scheduler.now().isBefore(deadline),
          "%s of %s were placed when all was quiet, and are not all done after %s: %s"
              .formatted(numbers, tenant, bound, reader.read().pointers()));
      world.scheduler.runFor(STEP);
    }
  }
}
