package dev.tenure.campaigns.simulation.indexes;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedPlayer;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A process that changes players, several in a transaction and several transactions at once. After
 * a crash it begins again with fewer to run.
 */
final class PlayerWriter {
  private static final int PAUSE_MILLIS_MAX = 300;
  private static final Subspace MARKERS = new Subspace(Tuple.from("commit markers"));

  private final DeterministicScheduler scheduler;
  private final SimulatedEngine engine;
  private final Consumer<Throwable> report;
  private final String name;
  private int left;
  private int incarnation;
  private SimulatedProcess process;

  PlayerWriter(
      DeterministicScheduler scheduler,
      SimulatedEngine engine,
      Consumer<Throwable> report,
      String name,
      int transactions) {
    this.scheduler = scheduler;
    this.engine = engine;
    this.report = report;
    this.name = name;
    this.left = transactions;
    this.process = scheduler.process(name);
  }

  void start() {
    RecordDatabase database = connect(engine, process, MARKERS, name + "/" + incarnation++);
    work(process, database);
  }

  /** Connects a process to the database. */
  static RecordDatabase connect(
      SimulatedEngine engine, SimulatedProcess process, Subspace markers, String owner) {
    return RecordDatabase.builder(engine.connect(process))
        .clock(process.clock())
        .random(process.random())
        .executor(process.executor())
        .timer(process.timer())
        .joiner(engine.scheduler())
        .commitMarkers(CommitMarkerOptions.of(markers, owner))
        .build();
  }

  boolean isDone() {
    return left <= 0;
  }

  void crashAndRestart() {
    process.crash();
    process = scheduler.process(name);
    start();
  }

  private void work(SimulatedProcess mine, RecordDatabase database) {
    if (isDone()) {
      return;
    }
    left--;
    CompletableFuture<?> one = run(mine, database);
    CompletableFuture<?> work =
        mine.random().nextInt(4) == 0 ? CompletableFuture.allOf(one, run(mine, database)) : one;
    var unused =
        work.whenComplete(
            (done, error) -> {
              expectGivingUp(error);
              later(mine, () -> work(mine, database));
            });
  }

  private static void later(SimulatedProcess mine, Runnable next) {
    long millis = mine.random().nextInt(PAUSE_MILLIS_MAX);
    var unused = mine.timer().schedule(next, millis, TimeUnit.MILLISECONDS);
  }

  private CompletableFuture<?> run(SimulatedProcess mine, RecordDatabase database) {
    return database.run(context -> Players.open(context).thenCompose(store -> change(mine, store)));
  }

  /** All changes of a transaction are begun together. */
  private CompletableFuture<Void> change(SimulatedProcess mine, RecordStore store) {
    List<CompletableFuture<?>> changes = new ArrayList<>();
    for (int i = mine.random().nextInt(1, 5); i > 0; i--) {
      SimulatedPlayer player = Players.draw(mine.random());
      Tuple key = Players.key(player);
      int kind = mine.random().nextInt(6);
      if (kind == 0) {
        changes.add(store.delete(Players.PLAYER, key));
      } else if (kind == 1 && changes.isEmpty()) {
        return replace(store, player);
      } else {
        changes.add(store.save(player));
      }
    }
    return CompletableFuture.allOf(changes.toArray(new CompletableFuture<?>[0]));
  }

  /** Twice, without waiting: the commit must. */
  private static CompletableFuture<Void> replace(RecordStore store, SimulatedPlayer player) {
    return store
        .load(Players.PLAYER, Players.key(player))
        .thenAccept(found -> found.ifPresent(old -> replaceTwice(store, old, player)));
  }

  private static void replaceTwice(RecordStore store, StoredRecord old, SimulatedPlayer player) {
    StoredRecord cleared = store.replace(old, player.toBuilder().clearScore().build());
    StoredRecord last = store.replace(cleared, player);
    if (player.getTagCount() == 2) {
      store.delete(last);
    }
  }

  /** A transaction may give up after many attempts; any other error is the library's fault. */
  private void expectGivingUp(@Nullable Throwable error) {
    Optional<Throwable> cause = Optional.ofNullable(error).map(RecordLayerException::of);
    cause
        .filter(each -> !(each instanceof RecordLayerException failed && failed.retryable()))
        .ifPresent(each -> report.accept(new InvariantViolation(name + " met " + each, each)));
  }
}
