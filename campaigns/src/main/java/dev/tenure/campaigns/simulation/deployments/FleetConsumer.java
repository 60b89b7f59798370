package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A consumer process that crashes, pauses, stops and starts again, maybe with another release. */
final class FleetConsumer {
  private static final Duration STOP_DEADLINE = Duration.ofSeconds(3);
  private static final int RESTART_MILLIS_MAX = 3_000;
  private static final int WORKERS_MIN = 8;
  private static final int WORKERS_MAX = 17;

  private final DeploymentWorld world;
  private final String name;
  private final Set<String> onEarlierTenure = new HashSet<>();
  private Release release;
  private SimulatedProcess process;
  private RejectingExecutor executor;
  private @Nullable Consumer consumer;
  private int starts;
  private int workers;
  private int managers;
  private boolean stopping;

  FleetConsumer(DeploymentWorld world, String name, Release release) {
    this.world = world;
    this.name = name;
    this.release = release;
    this.process = world.startProcess(name);
    this.executor = new RejectingExecutor(world.scheduler.clock(), process.executor());
  }

  void start() {
    SimulatedProcess mine = process;
    Release as = release;
    int number = ++starts;
    stopping = false;
    var unused =
        world
            .connect(mine, as)
            .whenComplete(
                (deployment, error) -> {
                  if (error == null) {
                    run(deployment, mine, number, as);
                  } else {
                    startLater(mine);
                  }
                });
  }

  private void startLater(SimulatedProcess mine) {
    long millis = mine.random().nextLong(RESTART_MILLIS_MAX);
    var unused = mine.timer().schedule(this::start, millis, TimeUnit.MILLISECONDS);
  }

  private void run(Deployment deployment, SimulatedProcess mine, int number, Release as) {
    if (as.isOnEarlierTenure()) {
      onEarlierTenure.add(name + "." + number);
    }
    managers = 1 + mine.random().nextInt(world.plan.managersMax());
    workers = mine.random().nextInt(WORKERS_MIN, WORKERS_MAX);
    ConsumerOptions options =
        ConsumerOptions.defaults(name + "." + number)
            .withItemLease(world.plan.itemLease())
            .withManagers(managers)
            .withWorkers(workers);
    Consumer started =
        Connections.consumer(mine, deployment, new JobHandlers(world, mine).of(as), options)
            .executor(executor)
            .listener(new FleetListener(world, mine.random()))
            .tracer(new FleetTracer(world, mine.random()))
            .build();
    consumer = started;
    started.start();
  }

  String name() {
    return name;
  }

  SimulatedProcess process() {
    return process;
  }

  Release release() {
    return release;
  }

  /** Whether it takes work: built, and neither crashed, paused nor stopping. */
  boolean isLive() {
    return consumer != null && !stopping && process.isAlive() && !process.isPaused();
  }

  /** Whether the id is that of the consumer which this process runs now. */
  boolean isNow(String consumerId) {
    return consumerId.equals(name + "." + starts);
  }

  /** Whether the id is that of a consumer which this process ran with an earlier Tenure. */
  boolean wasOnEarlierTenure(String consumerId) {
    return onEarlierTenure.contains(consumerId);
  }

  /** Whether this consumer is live, and has the schema and the handler of the item. */
  boolean isAble(ItemRow row, StoreVersions versions) {
    Job job = row.job();
    return isLive()
        && hasSchema(row.key().tenant().application(), versions.metaData())
        && knowsContent(versions.contentFormat())
        && release.runs(job, row.item().getSchemaVersion())
        && world.links.answers(name, row.cluster())
        && DeploymentWorld.hasStatedClock(process)
        && world.attempts.running(process) < workers;
  }

  private boolean hasSchema(String application, int metaDataVersion) {
    boolean isKnown = release.knows(application);
    boolean isNewEnough = release.version() >= metaDataVersion;
    if (!isKnown) {
      world.edges.hit(Edge.APPLICATION_UNKNOWN);
    } else if (!isNewEnough) {
      world.edges.hit(Edge.METADATA_NEWER);
    }
    return isKnown && isNewEnough;
  }

  private boolean knowsContent(int format) {
    boolean isKnown = release.contentFormatMax() >= format;
    if (!isKnown) {
      world.edges.hit(Edge.CONTENT_UNKNOWN);
    }
    return isKnown;
  }

  ConsumerStatus status() {
    Consumer now = consumer;
    if (now == null) {
      throw new IllegalStateException(name + " is asked for its status while it is down");
    }
    return now.status();
  }

  /** Whether each of its managers is on a visit. */
  boolean isVisitingAllItCan() {
    return isLive() && status().load().pointers() >= managers;
  }

  /** Refuses the tasks that its coordination hands over, for the given time. */
  void rejectFor(Duration moment) {
    executor.rejectFor(moment);
    world.edges.hit(Edge.EXECUTOR_REJECTED);
  }

  void crashAndRestart() {
    process.crash();
    restart(release);
    world.edges.hit(Edge.CONSUMER_CRASHED);
  }

  void pauseFor(Duration duration) {
    process.pauseFor(duration);
    world.disturb(name, duration);
    world.edges.hit(Edge.CONSUMER_PAUSED);
  }

  void resume() {
    if (process.isPaused()) {
      process.resume();
    }
  }

  /** Stops in order, then starts with the given release. */
  void replaceBy(Release next) {
    Consumer now = consumer;
    if (now == null || stopping) {
      return;
    }
    stopping = true;
    SimulatedProcess mine = process;
    var unused =
        now.stop(STOP_DEADLINE)
            .whenComplete(
                (done, error) -> {
                  if (process == mine && mine.isAlive()) {
                    mine.crash();
                    restart(next);
                  }
                });
  }

  /** Notes that the process runs the newer release, or will do so soon. */
  void rollOut() {
    if (release.equals(release.newest()) && !stopping) {
      return;
    }
    if (isLive()) {
      replaceBy(release.newest());
    } else {
      process.crash();
      restart(release.newest());
    }
  }

  private void restart(Release next) {
    Duration skew = process.skew();
    release = next;
    consumer = null;
    process = world.startProcess(name);
    process.setSkew(skew);
    executor = new RejectingExecutor(world.scheduler.clock(), process.executor());
    startLater(process);
  }

  CompletableFuture<Void> stop() {
    Consumer now = consumer;
    stopping = true;
    return now == null ? CompletableFuture.completedFuture(null) : now.stop(STOP_DEADLINE);
  }
}
