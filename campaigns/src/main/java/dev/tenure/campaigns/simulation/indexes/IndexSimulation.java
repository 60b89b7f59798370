package dev.tenure.campaigns.simulation.indexes;

import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.campaigns.simulation.run.DirectDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.store.RecordStore;
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
import org.jspecify.annotations.Nullable;

/**
 * One run of a record store and its indexes: writers in processes of their own change few records
 * under faults and crashes of the engine and of themselves, while another builds indexes anew. Now
 * and then, and at the end, every index must equal the index that is computed from all records.
 */
public final class IndexSimulation {
  private static final Duration TASK_COST_MAX = Duration.ofNanos(20_000);

  private final long seed;
  private final SplittableRandom random;

  /** What was on its way when its process crashed has committed by then, or never will. */
  private static final Duration COMMIT_WINDOW = Duration.ofSeconds(6);

  private final DeterministicScheduler scheduler;
  private final EdgeCounts edges = new EdgeCounts();
  private final SimulatedEngine engine;
  private final SimulatedProcess chaos;
  private final RecordDatabase reader;
  private final List<PlayerWriter> writers = new ArrayList<>();
  private final PlayerIndexer indexer;
  private final FeedFollower follower;
  private boolean calm;
  private @Nullable Throwable reported;

  private IndexSimulation(long seed) {
    this.seed = seed;
    this.scheduler =
        DeterministicScheduler.of(SchedulerOptions.seeded(seed).withTaskCostMax(TASK_COST_MAX));
    this.random = scheduler.random("index world");
    EngineFaults faults =
        new EngineFaults(
            rates(), scheduler.random("faults"), fault -> edges.hit(Edge.valueOf(fault.name())));
    this.engine = new SimulatedEngine(scheduler, faults);
    this.follower = new FeedFollower(Players.CHANGES, scheduler.random("follower"));
    this.indexer = new PlayerIndexer(scheduler, engine, edges, this::note, "indexer");
    this.chaos = scheduler.process("chaos");
    this.reader = DirectDatabase.of(engine);
  }

  private FaultRates rates() {
    return new FaultRates(
        random.nextDouble(0.05),
        random.nextDouble(0.02),
        random.nextDouble(0.1),
        random.nextDouble(0.1),
        random.nextDouble(0.3),
        random.nextDouble(0.2),
        0,
        0,
        Duration.ofMillis(random.nextInt(2) == 0 ? 20 : 1_000));
  }

  /** Runs to the end or to the first violation, writing the whole history to {@code trace}. */
  public static SimulationReport run(long seed, OutputStream trace) {
    IndexSimulation simulation = new IndexSimulation(seed);
    simulation.scheduler.trace().copyTo(trace);
    return simulation.report();
  }

  private SimulationReport report() {
    return SimulationReport.of(
        World.INDEXES, seed, this::runAll, edges, scheduler, engine.faults());
  }

  private void runAll() {
    int transactions = 15 + random.nextInt(30);
    for (int number = 0; number < 2 + random.nextInt(3); number++) {
      writers.add(
          new PlayerWriter(scheduler, engine, this::note, "writer-" + number, transactions));
    }
    writers.forEach(PlayerWriter::start);
    indexer.start();
    engine.faults().set(true);
    strikeLater();
    scheduler.runUntil(
        () -> reported != null || writers.stream().allMatch(PlayerWriter::isDone),
        "the end of all transactions");
    throwReported();
    calm = true;
    engine.faults().set(false);
    engine.spare();
    scheduler.runFor(COMMIT_WINDOW);
    indexer.finish();
    scheduler.runUntil(() -> reported != null || indexer.isDone(), "the end of the last build");
    throwReported();
    InvariantViolation.require(
        check() == Players.indexes(), "an index cannot be read after the end of all builds");
  }

  private void note(Throwable violation) {
    reported = reported == null ? violation : reported;
  }

  private void throwReported() {
    if (reported instanceof Error violation) {
      throw violation;
    }
  }

  /** Crashes of the engine and of writers, and looks at the indexes, until all is calm. */
  private void strikeLater() {
    var unused =
        chaos.timer().schedule(this::strike, random.nextInt(1, 2_000), TimeUnit.MILLISECONDS);
  }

  private void strike() {
    if (calm) {
      return;
    }
    switch (random.nextInt(8)) {
      case 0 -> engine.crash();
      case 1 -> engine.crashWriting();
      case 2 -> writers.get(random.nextInt(writers.size())).crashAndRestart();
      case 3 -> indexer.crashAndRestart();
      default -> {
        int unused = check();
      }
    }
    strikeLater();
  }

  /** Compares all indexes that may be read; gives how many. */
  private int check() {
    return engine
        .faults()
        .without(
            () -> {
              try (RecordContext context = reader.openContext()) {
                RecordStore store = Reads.now(Players.open(context));
                int compared = Players.check(store);
                edges.add(Edge.INDEX_COMPARED, compared);
                edges.add(Edge.CHANGE_FOLLOWED, follower.follow(store));
                return compared;
              }
            });
  }
}
