package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Enqueues its share of the items of all tenants, and now and then one of them again. */
final class FleetProducer {
  /** A zone that remembers ids: an item of it that is done does not come back. */
  static final String ONCE = "once";

  private static final List<String> ZONES = List.of(TenantTransaction.DEFAULT_ZONE, ONCE);
  private static final int BATCH_MAX = 4;
  private static final int DELAYED_ONE_IN = 6;
  private static final int DELAY_MILLIS_MAX = 10_000;
  private static final int AGAIN_ONE_IN = 6;
  private static final int HURRIED_MILLIS_MAX = 1_000;
  private static final int POISON_ONE_IN = 2;

  private final DeploymentWorld world;
  private final String name;
  private final int itemsWanted;
  private final SplittableRandom random;
  private final SimulatedProcess process;
  private final List<Placed> placed = new ArrayList<>();
  private Release release;
  private Optional<Instant> waiting = Optional.empty();
  private int itemsNumbered;
  private boolean hurries;

  /** An item that was enqueued into the zone that remembers ids. */
  private record Placed(TenantId tenant, NewItem item) {}

  FleetProducer(DeploymentWorld world, String name, int itemsWanted, Release release) {
    this.world = world;
    this.name = name;
    this.itemsWanted = itemsWanted;
    this.release = release;
    this.random = world.scheduler.random("items of " + name);
    this.process = world.startProcess(name);
  }

  void start() {
    CompletableFuture<Deployment> opened = world.connect(process, release);
    asked(opened);
    var unused =
        opened.whenComplete(
            (deployment, error) -> {
              if (error == null) {
                later(() -> work(deployment, release));
              } else {
                later(this::start);
              }
            });
  }

  private void asked(CompletableFuture<?> answer) {
    waiting = Optional.of(world.scheduler.now());
    var unused = answer.whenComplete((value, error) -> waiting = Optional.empty());
  }

  /** The time of the call whose answer it awaits; empty when it awaits none. */
  Optional<Instant> waitingSince() {
    return waiting;
  }

  SimulatedProcess process() {
    return process;
  }

  boolean isDone() {
    return itemsNumbered >= itemsWanted;
  }

  /** Enqueues the rest soon: the faults are over, and may have held up the calls until now. */
  void hurry() {
    hurries = true;
  }

  /** Runs the newer release from its next transaction on. */
  void upgrade() {
    release = release.at(Release.NEW);
  }

  private void work(Deployment deployment, Release as) {
    if (!as.equals(release)) {
      start();
      return;
    }
    boolean again = !hurries && !placed.isEmpty() && random.nextInt(AGAIN_ONE_IN) == 0;
    if (isDone() && !again) {
      return;
    }
    CompletableFuture<?> work = again ? enqueueAgain(deployment) : enqueueSome(deployment);
    asked(work);
    var unused = work.whenComplete((done, error) -> later(() -> work(deployment, as)));
  }

  private CompletableFuture<?> enqueueSome(Deployment deployment) {
    TenantId tenant = world.tenants.get(random.nextInt(world.tenants.size()));
    String zone = ZONES.get(random.nextInt(ZONES.size()));
    List<NewItem> items = new ArrayList<>();
    int batch = 1 + random.nextInt(BATCH_MAX);
    while (items.size() < batch && !isDone()) {
      items.add(draw(tenant, name + "-" + itemsNumbered++));
    }
    return deployment
        .run(
            tenant,
            tx -> AsyncLoop.forEach(items, item -> tx.zone(zone).enqueue(item).thenAccept(e -> {})))
        .thenAccept(
            done -> {
              if (zone.equals(ONCE)) {
                items.forEach(item -> placed.add(new Placed(tenant, item)));
              }
            });
  }

  private CompletableFuture<?> enqueueAgain(Deployment deployment) {
    Placed chosen = placed.get(random.nextInt(placed.size()));
    return deployment.run(chosen.tenant(), tx -> tx.zone(ONCE).enqueue(chosen.item()));
  }

  private NewItem draw(TenantId tenant, String id) {
    Job job = draw(world.kindOf(tenant));
    WorkType<String> type = release.type(job, new JobCodec(job, read -> {}));
    NewItem item = NewItem.of(type, id).withId(id);
    return random.nextInt(DELAYED_ONE_IN) == 0
        ? item.withDelay(Duration.ofMillis(random.nextInt(DELAY_MILLIS_MAX)))
        : item;
  }

  private Job draw(DeploymentWorld.TenantKind kind) {
    Job job =
        switch (kind) {
          case GOOD -> Job.anyGood(random);
          case SLOW -> random.nextInt(3) == 0 ? Job.EFFECT : Job.SLOW_EFFECTS;
          case POISONED ->
              random.nextInt(POISON_ONE_IN) == 0 ? Job.anyGood(random) : Job.anyPoison(random);
        };
    return release.has(job) ? job : Job.PLAIN;
  }

  private void later(Runnable next) {
    Duration average = world.plan.busy().multipliedBy(BATCH_MAX / 2).dividedBy(itemsWanted);
    long millis = random.nextLong(hurries ? HURRIED_MILLIS_MAX : 2 * average.toMillis());
    var unused = process.timer().schedule(next, millis, TimeUnit.MILLISECONDS);
  }
}
