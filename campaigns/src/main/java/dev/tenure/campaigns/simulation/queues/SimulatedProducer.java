package dev.tenure.campaigns.simulation.queues;

import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.application.Application.Order;
import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Places its share of the orders, one transaction after the other, with pauses; now and then places
 * an order again. After a crash, which loses pending answers, it continues with the next order.
 */
final class SimulatedProducer {
  private static final List<String> ZONES = List.of("default", "bulk");
  private static final List<String> GROUPS = List.of("first", "second");
  private static final List<WorkKind> LOCAL_KINDS =
      List.of(
          WorkKind.PLAIN,
          WorkKind.PLAIN,
          WorkKind.FLAKY,
          WorkKind.SLOW,
          WorkKind.HANGING,
          WorkKind.ERRING,
          WorkKind.SNOOZING,
          WorkKind.UNWANTED,
          WorkKind.POISON);
  private static final int BATCH_MAX = 6;
  private static final int DELAY_MILLIS_MAX = 40_000;

  private final SimulatedWorld world;
  private final String name;
  private final int ordersWanted;
  private final SplittableRandom random;
  private final List<Placed> placed = new ArrayList<>();
  private int ordersNumbered;
  private SimulatedProcess process;

  private record Placed(TenantId tenant, Order order) {}

  SimulatedProducer(SimulatedWorld world, String name, int ordersWanted) {
    this.world = world;
    this.name = name;
    this.ordersWanted = ordersWanted;
    this.random = world.scheduler.random("orders of " + name);
    this.process = world.startProcess(name);
  }

  void start() {
    SimulatedProcess mine = process;
    var unused =
        world
            .connect(mine)
            .whenComplete(
                (deployment, error) -> {
                  if (error == null) {
                    later(() -> work(deployment));
                  } else {
                    world.expectGivingUp(name, error);
                    later(this::start);
                  }
                });
  }

  boolean isDone() {
    return ordersNumbered >= ordersWanted;
  }

  void crashAndRestart() {
    process.crash();
    process = world.startProcess(name);
    start();
  }

  private void work(Deployment deployment) {
    if (isDone()) {
      return;
    }
    boolean again = !placed.isEmpty() && random.nextInt(10) == 0;
    CompletableFuture<?> work = again ? sendAgain(deployment) : placeOrEnqueue(deployment);
    var unused =
        work.whenComplete(
            (done, error) -> {
              if (error != null) {
                world.expectGivingUp(name, error);
              }
              later(() -> work(deployment));
            });
  }

  private CompletableFuture<?> placeOrEnqueue(Deployment deployment) {
    return random.nextInt(10) == 0 ? enqueueLocal(deployment) : placeSome(deployment);
  }

  /** An item of a cluster's own, beside the pointers. */
  private CompletableFuture<?> enqueueLocal(Deployment deployment) {
    QueueCluster cluster = deployment.clusters().get(random.nextInt(deployment.clusters().size()));
    Order order = draw(name + "-" + ordersNumbered++);
    NewItem item =
        NewItem.of(LOCAL_KINDS.get(random.nextInt(LOCAL_KINDS.size())).type(), order.number())
            .withPriority(order.priority())
            .withDelay(order.delay())
            .withId(order.number());
    int shard = random.nextInt(cluster.options().shards());
    return cluster
        .topLevel()
        .runLocal(shard, zone -> zone.enqueue(item))
        .thenAccept(
            enqueued ->
                world.ledger.acknowledgeLocal(
                    new TenantId(WorkContext.LOCAL_APPLICATION, cluster.name()), enqueued.id()));
  }

  private CompletableFuture<?> placeSome(Deployment deployment) {
    TenantId tenant = world.anyTenant(random);
    List<Order> orders = new ArrayList<>();
    int batch = 1 + random.nextInt(BATCH_MAX);
    while (orders.size() < batch && !isDone()) {
      orders.add(draw(name + "-" + ordersNumbered++));
    }
    return deployment
        .run(tenant, transaction -> Application.placeAll(transaction, orders))
        .thenAccept(
            done -> {
              for (Order order : orders) {
                world.ledger.acknowledge(order.number(), tenant);
                placed.add(new Placed(tenant, order));
              }
            });
  }

  private CompletableFuture<?> sendAgain(Deployment deployment) {
    Placed chosen = placed.get(random.nextInt(placed.size()));
    if (!chosen.order().ownId() || chosen.order().kind().ending() != WorkKind.Ending.EFFECTS) {
      return CompletableFuture.completedFuture(null);
    }
    return deployment
        .run(chosen.tenant(), transaction -> Application.placeAgain(transaction, chosen.order()))
        .thenAccept(
            existed -> {
              if (existed) {
                world.edges.hit(Edge.ITEM_EXISTED);
              }
            });
  }

  private Order draw(String number) {
    WorkKind kind = WorkKind.draw(random);
    boolean ownId = kind != WorkKind.GARBLED && random.nextBoolean();
    int delayMillis = random.nextInt(4) == 0 ? random.nextInt(DELAY_MILLIS_MAX) : 0;
    Optional<String> group = group(kind);
    return new Order(
        number,
        group.isPresent() ? ZONES.get(0) : ZONES.get(random.nextInt(ZONES.size())),
        kind,
        random.nextInt(3) == 0 ? random.nextInt(16) : 8,
        Duration.ofMillis(delayMillis),
        ownId,
        group);
  }

  /**
   * Few groups, all in one zone, so that they are longer than one item. An item that nobody can run
   * would block its group for ever.
   */
  private Optional<String> group(WorkKind kind) {
    return kind != WorkKind.STRANGE && random.nextInt(3) == 0
        ? Optional.of(GROUPS.get(random.nextInt(GROUPS.size())))
        : Optional.empty();
  }

  /** Mostly short pauses, some long enough for zones to fall empty and asleep. */
  private void later(Runnable next) {
    long average = average().toMillis();
    long millis =
        random.nextInt(5) == 0 ? random.nextLong(average * 4 + 1) : random.nextLong(average + 1);
    var unused = process.timer().schedule(next, millis, TimeUnit.MILLISECONDS);
  }

  private Duration average() {
    return world.options.times().busy().multipliedBy(BATCH_MAX / 2).dividedBy(ordersWanted);
  }
}
