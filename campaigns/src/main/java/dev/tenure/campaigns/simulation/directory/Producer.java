package dev.tenure.campaigns.simulation.directory;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.TenantId;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Places orders of tenants that it knows by id or finds by an alternate key. It remembers whose a
 * key was. In a deployment that adopts a directory it may begin without one.
 */
final class Producer extends Actor {
  private static final int BY_KEY_ONE_IN = 3;
  private static final int CRASH_ONE_IN = 15;
  private static final int CREATE_ONE_IN = 8;
  private static final int TASKS_MAX = 40;
  private static final int DELAY_MILLIS_MAX = 4_000;

  private final DirectoryContents truth;
  private final Answers answers;
  private final SplittableRandom random;
  private final int ordersWanted;

  /** Whether it has no directory before the deployment has adopted one. */
  private final boolean late;

  private final Map<SecondaryKey, TenantId> owners = new HashMap<>();

  /** The life of each tenant of which this process has learnt from the directory where it lies. */
  private final Map<TenantId, Long> routes = new HashMap<>();

  private boolean plain;

  /**
   * Whether this process has read the directory. Its first call also writes, which may fail; then
   * tenants are searched for, and nothing is remembered.
   */
  private boolean hasRead;

  private int orders;

  Producer(
      DirectoryWorld world,
      String name,
      DirectoryContents truth,
      Answers answers,
      int ordersWanted) {
    super(world, name);
    this.truth = truth;
    this.answers = answers;
    this.random = world.scheduler.random("orders of " + name);
    this.ordersWanted = ordersWanted;
    this.late = random.nextBoolean();
  }

  @Override
  CompletableFuture<Office> connect(SimulatedProcess mine) {
    plain = late && !world.adopted;
    return plain ? world.connectPlain(mine) : super.connect(mine);
  }

  @Override
  void work(Office office) {
    next(office);
  }

  @Override
  void crashed() {
    owners.clear();
    routes.clear();
    hasRead = false;
  }

  private void next(Office office) {
    if (world.ending || orders >= ordersWanted) {
      return;
    }
    later(millisBetween(), () -> place(office));
  }

  private int millisBetween() {
    return (int) (2 * world.plan.busy().toMillis() / ordersWanted);
  }

  private void place(Office office) {
    if (world.ending) {
      return;
    }
    if (plain && world.adopted) {
      // As an operator does: the process starts again, now with the directory.
      crash();
      return;
    }
    if (random.nextInt(CRASH_ONE_IN) == 0) {
      crashAfter(1 + random.nextInt(TASKS_MAX));
    }
    TenantId tenant = world.tenants.get(random.nextInt(world.tenants.size()));
    Runnable then = () -> next(office);
    if (plain && random.nextInt(CREATE_ONE_IN) == 0) {
      create(office, tenant, then);
    } else if (!plain && random.nextInt(BY_KEY_ONE_IN) == 0) {
      placeByKey(office, world.keys.get(random.nextInt(world.keys.size())), then);
    } else {
      place(office, tenant, then);
    }
  }

  private void create(Office office, TenantId tenant, Runnable then) {
    long begin = truth.task();
    var unused =
        waitingFor(office.deployment().createTenant(tenant))
            .whenComplete(
                (cluster, error) -> {
                  answers.createdPlainly(tenant, begin, Optional.ofNullable(error));
                  then.run();
                });
  }

  private void placeByKey(Office office, SecondaryKey key, Runnable then) {
    TenantId known = owners.get(key);
    if (known != null && random.nextBoolean()) {
      place(office, known, then);
      return;
    }
    long begin = truth.task();
    var unused =
        waitingFor(office.directory().find(key))
            .whenComplete(
                (found, error) -> {
                  answers.found(key, begin, found, Optional.ofNullable(error));
                  hasRead |= error == null;
                  if (error == null && found.isPresent()) {
                    owners.put(key, found.get().tenant());
                    place(office, found.get().tenant(), then);
                  } else {
                    then.run();
                  }
                });
  }

  private void place(Office office, TenantId tenant, Runnable then) {
    String number = name + "-" + orders++;
    Duration delay =
        Duration.ofMillis(random.nextInt(3) == 0 ? random.nextInt(DELAY_MILLIS_MAX) : 0);
    Answers.Placing placing =
        new Answers.Placing(tenant, number, truth.task(), world.scheduler.now(), isKnown(tenant));
    boolean isRemembered = hasRead;
    var unused =
        waitingFor(office.deployment().run(tenant, tx -> TenantWork.place(tx, number, delay)))
            .whenComplete(
                (done, error) -> {
                  answers.placed(placing, Optional.ofNullable(error));
                  if (error == null) {
                    world.edges.hit(Edge.ORDER_PLACED);
                    learn(placing, isRemembered);
                  } else {
                    routes.remove(tenant);
                  }
                  then.run();
                });
  }

  private boolean isKnown(TenantId tenant) {
    return world.plan.routesMax() > world.plan.tenants()
        && routes.containsKey(tenant)
        && truth.lifeOf(tenant).equals(Optional.ofNullable(routes.get(tenant)));
  }

  /** What is found without the directory is not remembered. */
  private void learn(Answers.Placing call, boolean isRemembered) {
    if (world.adopted && isRemembered && world.outage.areShardsThereSince(call.at())) {
      truth.lifeOf(call.tenant()).ifPresent(life -> routes.put(call.tenant(), life));
    }
  }
}
