package dev.tenure.queue.pointer;

import dev.tenure.record.AsyncLoop;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RecordDatabase;
import dev.tenure.record.RunOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * Checks made after a commit, off its path: many to a transaction, one transaction at a time, and
 * under load one each millisecond. They can fail nobody, and are dropped when there are too many: a
 * visit makes up for each. Thread-safe.
 */
final class LateChecks<T> {
  private static final int PER_TRANSACTION = 128;
  private static final int PENDING_MAX = 10_000;
  private static final long PAUSE_MICROS = 1_000;

  private final RecordDatabase database;
  private final BiFunction<RecordContext, T, CompletableFuture<Void>> check;
  private final RunOptions options;
  private final Deque<T> pending = new ArrayDeque<>();
  private boolean running;

  /**
   * @param check may run again for what it was run before
   */
  LateChecks(
      RecordDatabase database,
      String name,
      BiFunction<RecordContext, T, CompletableFuture<Void>> check) {
    this.database = database;
    this.check = check;
    this.options = RunOptions.defaults().withName(name).withAttemptsMax(5).withIdempotent(true);
  }

  void add(T subject) {
    synchronized (this) {
      if (pending.size() >= PENDING_MAX) {
        return;
      }
      pending.add(subject);
      if (running) {
        return;
      }
      running = true;
    }
    start();
  }

  private void start() {
    try {
      database.executor().execute(this::next);
    } catch (RejectedExecutionException e) {
      // The executor was shut down: nothing is checked any more.
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failed check is made up for by a later visit
  private void next() {
    List<T> batch = new ArrayList<>();
    synchronized (this) {
      while (!pending.isEmpty() && batch.size() < PER_TRANSACTION) {
        batch.add(pending.poll());
      }
      if (batch.isEmpty()) {
        running = false;
        return;
      }
    }
    database.run(options, context -> check(context, batch)).whenComplete((done, error) -> pause());
  }

  /** What comes meanwhile shares the next transaction. */
  private void pause() {
    try {
      var unused = database.timer().schedule(this::start, PAUSE_MICROS, TimeUnit.MICROSECONDS);
    } catch (RejectedExecutionException e) {
      // The timer was shut down: nothing is checked any more.
    }
  }

  private CompletableFuture<List<Void>> check(RecordContext context, List<T> batch) {
    return AsyncLoop.all(batch.stream().map(subject -> check.apply(context, subject)).toList());
  }
}
