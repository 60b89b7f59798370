package dev.tenure.campaigns.simulation.engine;

import com.apple.foundationdb.KeyValue;
import dev.tenure.campaigns.simulation.reading.HistoryKeeper;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.testkit.engine.EngineFaults;
import dev.tenure.testkit.engine.FaultRates;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SchedulerOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * One run of the engine alone: clients in processes of their own run random transactions under
 * faults and crashes of the engine and of themselves, and their history must be strictly
 * serializable; no watch may miss a change.
 */
public final class EngineSimulation {
  private static final Duration TASK_COST_MAX = Duration.ofNanos(20_000);

  /** Longer than anything is delayed. */
  private static final Duration LATE_MAX = Duration.ofSeconds(3);

  private final long seed;
  private final SplittableRandom random;
  private final DeterministicScheduler scheduler;
  private final EdgeCounts edges = new EdgeCounts();
  private final FaultRates rates;
  private final SimulatedEngine engine;
  private final HistoryKeeper history;
  private final WatchLedger watches = new WatchLedger();
  private final SimulatedProcess chaos;
  private final List<SimulatedClient> clients = new ArrayList<>();
  private boolean calm;

  private EngineSimulation(long seed) {
    this.seed = seed;
    this.scheduler =
        DeterministicScheduler.of(SchedulerOptions.seeded(seed).withTaskCostMax(TASK_COST_MAX));
    this.random = scheduler.random("engine world");
    this.rates = rates();
    EngineFaults faults =
        new EngineFaults(
            rates, scheduler.random("faults"), fault -> edges.hit(Edge.valueOf(fault.name())));
    this.engine = new SimulatedEngine(scheduler, faults);
    this.history = HistoryKeeper.of(engine);
    this.chaos = scheduler.process("chaos");
  }

  /** Every fourth run has read versions of the past. */
  private FaultRates rates() {
    return new FaultRates(
        random.nextDouble(0.05),
        random.nextDouble(0.03),
        random.nextDouble(0.1),
        random.nextDouble(0.05),
        random.nextDouble(0.3),
        random.nextDouble(0.2),
        0,
        random.nextInt(4) == 0 ? random.nextDouble(0.3) : 0,
        Duration.ofMillis(random.nextInt(2) == 0 ? 20 : 2_000));
  }

  /** Runs to the end or to the first violation, writing the whole history to {@code trace}. */
  public static SimulationReport run(long seed, OutputStream trace) {
    EngineSimulation simulation = new EngineSimulation(seed);
    simulation.scheduler.trace().copyTo(trace);
    return simulation.report();
  }

  private SimulationReport report() {
    return SimulationReport.of(World.ENGINE, seed, this::runAll, edges, scheduler, engine.faults());
  }

  private void runAll() {
    int programs = 30 + random.nextInt(60);
    for (int number = 0; number < 3 + random.nextInt(4); number++) {
      clients.add(
          new SimulatedClient(scheduler, engine, history, watches, "client-" + number, programs));
    }
    clients.forEach(SimulatedClient::start);
    engine.faults().set(true);
    strikeLater();
    scheduler.runUntil(
        () -> clients.stream().allMatch(SimulatedClient::isDone), "the end of all transactions");
    calm = true;
    engine.faults().set(false);
    engine.spare();
    check();
  }

  /** Crashes of the engine and of clients, until all is calm. */
  private void strikeLater() {
    var unused =
        chaos.timer().schedule(this::strike, random.nextInt(1, 4_000), TimeUnit.MILLISECONDS);
  }

  private void strike() {
    if (calm) {
      return;
    }
    switch (random.nextInt(4)) {
      case 0 -> engine.crash();
      case 1, 2 -> engine.crashWriting();
      default -> clients.get(random.nextInt(clients.size())).crashAndRestart();
    }
    strikeLater();
  }

  private void check() {
    List<KeyValue> rows = history.check(rates.lagging() == 0);
    scheduler.runFor(LATE_MAX);
    watches.check(rows);
  }
}
