package dev.tenure.campaigns.simulation.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import dev.tenure.campaigns.simulation.reading.HistoryKeeper;
import dev.tenure.campaigns.workload.ProgramClient;
import dev.tenure.campaigns.workload.RandomProgram;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that runs random transactions on the engine, some of them durability-risky, and now and
 * then watches a row. After a crash it starts again with the transactions that are left.
 */
final class SimulatedClient {
  private static final byte[] PREFIX = {'k', '/'};
  private static final int SKEW_MILLIS_MAX = 5_000;
  private static final int PAUSE_MILLIS_MAX = 400;

  /** Longer than a transaction may take. */
  private static final int LINGER_MILLIS_MAX = 8_000;

  private final DeterministicScheduler scheduler;
  private final SimulatedEngine engine;
  private final HistoryKeeper history;
  private final WatchLedger watches;
  private final String name;
  private int left;
  private CompletableFuture<Void> done = new CompletableFuture<>();
  private SimulatedProcess process;

  SimulatedClient(
      DeterministicScheduler scheduler,
      SimulatedEngine engine,
      HistoryKeeper history,
      WatchLedger watches,
      String name,
      int programs) {
    this.scheduler = scheduler;
    this.engine = engine;
    this.history = history;
    this.watches = watches;
    this.name = name;
    this.left = programs;
    this.process = scheduler.process(name);
  }

  void start() {
    SimulatedProcess mine = process;
    mine.setSkew(Duration.ofMillis(mine.random().nextInt(-SKEW_MILLIS_MAX, SKEW_MILLIS_MAX + 1)));
    Database database = history.record(engine.connect(mine));
    RandomProgram program = new RandomProgram(PREFIX, mine.random());
    done =
        new ProgramClient(
                database, transaction -> body(program, mine, transaction), () -> pause(mine))
            .run(left);
  }

  boolean isDone() {
    return done.isDone();
  }

  void crashAndRestart() {
    process.crash();
    process = scheduler.process(name);
    start();
  }

  private CompletableFuture<Void> body(
      RandomProgram program, SimulatedProcess mine, Transaction transaction) {
    if (mine.random().nextInt(5) == 0) {
      transaction.options().setDurabilityRisky();
    }
    CompletableFuture<Void> steps =
        mine.random().nextInt(8) == 0 ? watch(mine, transaction) : program.run(transaction);
    return mine.random().nextInt(12) == 0
        ? steps.thenCompose(done -> after(mine, mine.random().nextInt(LINGER_MILLIS_MAX)))
        : steps;
  }

  private CompletableFuture<Void> watch(SimulatedProcess mine, Transaction transaction) {
    byte[] key =
        (new String(PREFIX, US_ASCII) + "0" + mine.random().nextInt(10)).getBytes(US_ASCII);
    return transaction
        .get(key)
        .thenAccept(
            seen -> {
              CompletableFuture<Void> fired = transaction.watch(key);
              watches.add(mine, key, Optional.ofNullable(seen), fired);
            });
  }

  private CompletableFuture<Void> pause(SimulatedProcess mine) {
    long millis = mine.random().nextInt(4) == 0 ? mine.random().nextInt(PAUSE_MILLIS_MAX) : 0;
    return after(mine, millis).thenRun(() -> left--);
  }

  private static CompletableFuture<Void> after(SimulatedProcess mine, long millis) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    Runnable end = () -> over.complete(null);
    var unused = mine.timer().schedule(end, millis, TimeUnit.MILLISECONDS);
    return over;
  }
}
