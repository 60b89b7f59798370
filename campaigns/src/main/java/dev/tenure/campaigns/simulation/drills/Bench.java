package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.context.RecordContext;
import dev.tenure.testkit.engine.EngineFaults;
import dev.tenure.testkit.engine.FaultRates;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SchedulerOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The scheduler, engine and clusters of one drill, and what is stored, read past all faults. */
final class Bench {
  private static final Duration TASK_COST_MAX = Duration.ofNanos(20_000);
  private static final long TASKS_MAX = 2_000_000;
  private static final Duration STEP = Duration.ofMillis(20);

  /** So that no pointer is collected while a drill needs it. */
  private static final Duration MIN_INACTIVE = Duration.ofSeconds(20);

  final DeterministicScheduler scheduler;
  final EngineFaults faults;
  final SimulatedEngine engine;
  final EdgeCounts edges = new EdgeCounts();
  final SplittableRandom random;
  final List<ClusterOptions> clusters = new ArrayList<>();
  private final SimulatedProcess clockwork;

  Bench(long seed, int clusterCount) {
    this.scheduler =
        DeterministicScheduler.of(
            SchedulerOptions.seeded(seed).withTaskCostMax(TASK_COST_MAX).withTasksMax(TASKS_MAX));
    this.faults =
        new EngineFaults(
            FaultRates.none(),
            scheduler.random("faults"),
            fault -> edges.hit(Edge.valueOf(fault.name())));
    this.engine = new SimulatedEngine(scheduler, faults);
    this.random = scheduler.random("drill");
    this.clockwork = scheduler.process("clockwork");
    SplittableRandom visitLeases = scheduler.random("leases of visits");
    for (int number = 0; number < clusterCount; number++) {
      clusters.add(
          ClusterOptions.named("cluster-" + number)
              .withRoot(new Subspace(new byte[] {'R', (byte) ('0' + number)}))
              .withMinInactive(MIN_INACTIVE)
              .withVisitLeases(visitLeases.nextBoolean()));
    }
  }

  /** A process whose clock is right. */
  Member member(String name) {
    return new Member(this, name, Duration.ZERO);
  }

  /** A process whose clock is ahead by that much. */
  Member member(String name, Duration ahead) {
    return new Member(this, name, ahead);
  }

  /** Processes made from now on open the clusters with other options. */
  void tell(UnaryOperator<ClusterOptions> change) {
    clusters.replaceAll(change);
  }

  @SafeVarargs
  final <T> T oneOf(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** Delays answers by up to the given time, without failures. */
  void delay(Duration delayMax) {
    faults.use(FaultRates.onlyDelays(delayMax));
    faults.set(true);
  }

  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  Duration millis(int least, int most) {
    return Duration.ofMillis(between(least, most));
  }

  Instant now() {
    return scheduler.now();
  }

  /** Runs the action later, whatever becomes of the processes. */
  void after(Duration delay, Runnable action) {
    var unused = clockwork.timer().schedule(action, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Runs tasks until the condition holds, which must be within the bound. */
  void await(Duration bound, BooleanSupplier condition, Supplier<String> otherwise) {
    Instant deadline = now().plus(bound);
    while (!condition.getAsBoolean()) {
      require(now().isBefore(deadline), () -> "after " + bound + ": " + otherwise.get());
      scheduler.runFor(STEP);
    }
  }

  /** Reads the stored data of a tenant without running a task. */
  <T> T stored(
      QueueCluster cluster,
      TenantId tenant,
      Function<TenantTransaction, CompletableFuture<T>> look) {
    return faults.without(
        () -> {
          try (RecordContext context = cluster.database().openContext()) {
            return ended(cluster.begin(context, tenant).thenCompose(look));
          }
        });
  }

  private static <T> T ended(CompletableFuture<T> future) {
    if (!future.isDone()) {
      throw new IllegalStateException("the engine in memory did not answer a read at once");
    }
    return future.join();
  }
}
