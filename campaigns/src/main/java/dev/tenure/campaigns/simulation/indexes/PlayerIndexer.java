package dev.tenure.campaigns.simulation.indexes;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.record.build.BuildPolicy;
import dev.tenure.record.build.OnlineIndexer;
import dev.tenure.record.build.SliceLimits;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process that builds indexes anew while others write, in slices of a few records. After a crash
 * another indexer continues what was left half built.
 */
final class PlayerIndexer {
  private static final Subspace MARKERS = new Subspace(Tuple.from("commit markers of the indexer"));
  private static final int PAUSE_MILLIS_MAX = 1_000;

  private final DeterministicScheduler scheduler;
  private final SimulatedEngine engine;
  private final EdgeCounts edges;
  private final Consumer<Throwable> report;
  private final String name;
  private final List<String> unfinished = new ArrayList<>();
  private int incarnation;
  private boolean last;
  private SimulatedProcess process;

  PlayerIndexer(
      DeterministicScheduler scheduler,
      SimulatedEngine engine,
      EdgeCounts edges,
      Consumer<Throwable> report,
      String name) {
    this.scheduler = scheduler;
    this.engine = engine;
    this.edges = edges;
    this.report = report;
    this.name = name;
    this.process = scheduler.process(name);
  }

  void start() {
    SimulatedProcess mine = process;
    RecordDatabase database =
        PlayerWriter.connect(engine, mine, MARKERS, name + "/" + incarnation++);
    work(mine, database);
  }

  void crashAndRestart() {
    process.crash();
    process = scheduler.process(name);
    edges.hit(Edge.INDEXER_CRASHED);
    start();
  }

  /**
   * Begins no further build, and finishes those that were begun by any process. The first commit of
   * a rebuild may have arrived after its process crashed.
   */
  void finish() {
    last = true;
    unfinished.addAll(Players.indexNames());
  }

  boolean isDone() {
    return last && unfinished.isEmpty();
  }

  private void work(SimulatedProcess mine, RecordDatabase database) {
    boolean goesOn = !unfinished.isEmpty();
    if (last && !goesOn) {
      return;
    }
    if (!goesOn) {
      unfinished.add(Players.anyIndex(mine.random()));
    }
    var unused =
        indexer(mine, database, goesOn)
            .run()
            .handle(
                (result, error) -> {
                  if (error == null) {
                    unfinished.remove(0);
                    edges.hit(Edge.INDEX_BUILT);
                  } else {
                    expectGivingUp(error);
                  }
                  later(mine, () -> work(mine, database));
                  return true;
                });
  }

  private OnlineIndexer indexer(SimulatedProcess mine, RecordDatabase database, boolean goesOn) {
    return OnlineIndexer.builder(database, Players.options())
        .index(unfinished.get(0))
        .policy(goesOn ? BuildPolicy.defaults() : BuildPolicy.rebuild())
        .slices(SliceLimits.defaults().withRecords(1 + mine.random().nextInt(5), 5))
        .name(mine.name())
        .build();
  }

  private static void later(SimulatedProcess mine, Runnable next) {
    long millis = mine.random().nextInt(PAUSE_MILLIS_MAX);
    var unused = mine.timer().schedule(next, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * There may be no store yet, and a build may give up after many attempts; any other error is the
   * library's fault.
   */
  private void expectGivingUp(Throwable error) {
    Optional.of(RecordLayerException.of(error))
        .filter(
            each ->
                !(each instanceof RecordLayerException failed
                    && (failed.retryable()
                        || failed.code() == RecordLayerException.Code.STORE_ABSENT)))
        .ifPresent(each -> report.accept(new InvariantViolation(name + " met " + each, each)));
  }
}
