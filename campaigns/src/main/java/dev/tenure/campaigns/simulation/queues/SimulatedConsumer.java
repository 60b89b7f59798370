package dev.tenure.campaigns.simulation.queues;

import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.WorkContext;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.pointer.VisitResult;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A consumer process that crashes, pauses, stops and starts again. */
final class SimulatedConsumer implements ConsumerListener {
  private static final Duration STOP_DEADLINE = Duration.ofSeconds(3);
  private static final int RESTART_MILLIS_MAX = 5_000;
  private static final int BLIND_MILLIS_MAX = 4_000;
  private static final int UNDIVIDED_ONE_IN = 4;

  private final SimulatedWorld world;
  private final String name;
  private int starts;
  private Instant blindUntil = Instant.MIN;
  private SimulatedProcess process;
  private @Nullable Consumer consumer;

  SimulatedConsumer(SimulatedWorld world, String name) {
    this.world = world;
    this.name = name;
    this.process = world.startProcess(name);
  }

  void start() {
    SimulatedProcess mine = process;
    int number = ++starts;
    var unused =
        world
            .connect(mine, this::schemaOf)
            .whenComplete(
                (deployment, error) -> {
                  if (error == null) {
                    run(deployment, mine, number);
                  } else {
                    world.expectGivingUp(name, error);
                    var unusedRestart =
                        mine.timer()
                            .schedule(this::start, RESTART_MILLIS_MAX, TimeUnit.MILLISECONDS);
                  }
                });
  }

  private void run(Deployment deployment, SimulatedProcess mine, int number) {
    ConsumerOptions options =
        ConsumerOptions.defaults(name + "." + number)
            .withItemLease(world.options.times().itemLease())
            .withManagers(1 + mine.random().nextInt(4))
            .withWorkers(8 + mine.random().nextInt(57))
            .withTuning(
                Tuning.defaults().withDivided(mine.random().nextInt(UNDIVIDED_ONE_IN) != 0));
    Consumer started =
        Connections.consumer(
                mine, deployment, new SimulatedHandlers(world, mine).handlers(), options)
            .listener(this)
            .build();
    consumer = started;
    started.start();
  }

  private MetaDataSource schemaOf(String application) {
    if (world.scheduler.now().isBefore(blindUntil)) {
      throw new QueueException(
          QueueException.Code.APPLICATION_NOT_FOUND,
          "application " + application + " is not known to " + name + " for a while");
    }
    return Application.META_DATA;
  }

  /** Makes it unable to open any tenant's store for some seconds. */
  void goBlind() {
    world.edges.hit(Edge.STORE_UNREADABLE);
    blindUntil = world.scheduler.now().plusMillis(process.random().nextLong(BLIND_MILLIS_MAX));
  }

  void see() {
    blindUntil = Instant.MIN;
  }

  /** Whether it has been built since its process began. */
  boolean isUp() {
    return consumer != null && process.isAlive() && !process.isPaused();
  }

  void crashAndRestart() {
    process.crash();
    countLeases();
    world.edges.hit(Edge.CONSUMER_CRASHED);
    restartLater();
  }

  void pause() {
    world.edges.hit(Edge.CONSUMER_PAUSED);
    long leaseMillis = world.options.times().itemLease().toMillis();
    process.pauseFor(Duration.ofMillis(process.random().nextLong(1, 3 * leaseMillis)));
  }

  void resume() {
    if (process.isPaused()) {
      process.resume();
    }
  }

  /** How often it was started. */
  int starts() {
    return starts;
  }

  /** Stops in order, then starts again. */
  void stopAndRestart() {
    Consumer stopping = consumer;
    if (stopping == null) {
      return;
    }
    world.edges.hit(Edge.CONSUMER_STOPPED);
    SimulatedProcess mine = process;
    var unused =
        stopping
            .stop(STOP_DEADLINE)
            .whenComplete(
                (done, error) -> {
                  if (error != null) {
                    world.expectGivingUp(name + " stopping", error);
                  }
                  if (process == mine) {
                    mine.crash();
                    countLeases();
                    restartLater();
                  }
                });
  }

  /** Stops for good. */
  CompletableFuture<Void> stop() {
    Consumer stopping = consumer;
    if (stopping == null) {
      return CompletableFuture.completedFuture(null);
    }
    return stopping.stop(STOP_DEADLINE).thenAccept(done -> countLeases());
  }

  private void restartLater() {
    process = world.startProcess(name);
    long millis = process.random().nextLong(RESTART_MILLIS_MAX);
    var unused = process.timer().schedule(this::start, millis, TimeUnit.MILLISECONDS);
  }

  private void countLeases() {
    Consumer ended = consumer;
    if (ended != null) {
      ConsumerStatus.Leases leases = ended.status().leases();
      world.edges.add(Edge.LEASE_EXTENDED, leases.extended());
      world.edges.add(Edge.LEASE_LOST, leases.lost());
      consumer = null;
    }
  }

  @Override
  public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
    world.edges.hit(Edge.ITEM_COMPLETED);
    if (tenant.application().equals(WorkContext.LOCAL_APPLICATION)) {
      world.edges.hit(Edge.LOCAL_COMPLETED);
    }
    ended(item, tenant);
  }

  /** Whoever is told that it ended an item held its lease when that was done. */
  private void requireHeld(WorkItem item, TenantId tenant) {
    world.require(
        world.ledger.isEndedUnder(item.lease().orElseThrow().id(), item.id()),
        name + " ended " + tenant + "/" + item.id() + ", whose lease it did not hold");
  }

  /** Only one consumer may be told that it ended an item, and once. */
  private void ended(WorkItem item, TenantId tenant) {
    requireHeld(item, tenant);
    String key = tenant + "/" + item.id();
    world.scheduler.note(name + " is told that it ended " + key);
    world
        .ledger
        .complete(key, name)
        .ifPresent(
            other ->
                world.report(
                    new InvariantViolation(
                        "item " + key + " was completed by " + other + " and by " + name)));
  }

  @Override
  public void itemRequeued(WorkItem item, TenantId tenant, Duration delay) {
    world.edges.hit(Edge.ITEM_REQUEUED);
  }

  @Override
  public void itemDeadLettered(WorkItem item, TenantId tenant, String reason) {
    world.edges.hit(Edge.ITEM_DEAD_LETTERED);
    requireHeld(item, tenant);
  }

  @Override
  public void itemParked(WorkItem item, TenantId tenant, String reason) {
    world.edges.hit(Edge.ITEM_PARKED);
    requireHeld(item, tenant);
    world.require(
        item.type().equals(WorkKind.GARBLED.type().name()),
        "item " + item.id() + " of type " + item.type() + " was parked: " + reason);
  }

  @Override
  public void itemDiscarded(WorkItem item, TenantId tenant, String reason) {
    world.edges.hit(Edge.ITEM_DISCARDED);
    ended(item, tenant);
  }

  @Override
  public void visit(VisitResult result) {
    if (result instanceof VisitResult.Failed failed) {
      world.expectGivingUp("a visit of " + name, failed.cause());
    } else if (result instanceof VisitResult.Unable unable) {
      world.edges.hit(Edge.VISIT_UNABLE);
      if (!isBlindness(unable.cause())) {
        world.expectGivingUp("a visit of " + name, unable.cause());
      }
    }
  }

  private static boolean isBlindness(Throwable cause) {
    return cause instanceof QueueException known
        && known.code() == QueueException.Code.APPLICATION_NOT_FOUND;
  }
}
