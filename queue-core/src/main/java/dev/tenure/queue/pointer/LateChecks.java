package dev.tenure.queue.pointer;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * Checks made after a commit, off its path: many to a transaction, one transaction at a time, and
 * under load one each millisecond. They can fail nobody, and are dropped when there are too many: a
 * visit makes up for each. Whatever executor, timer or database refuse, the next subject tries
 * again. Thread-safe.
 */
final class LateChecks<T> {
  private static final int PER_TRANSACTION = 128;
  private static final int PENDING_MAX = 10_000;
  private static final long PAUSE_MICROS = 1_000;

  private final RecordDatabase database;
  private final Function<T, Object> key;
  private final BinaryOperator<T> merge;
  private final BiFunction<RecordContext, T, CompletableFuture<Void>> check;
  private final RunOptions options;

  /** What waits to be checked, in order of arrival. */
  private final Map<Object, T> pending = new LinkedHashMap<>();

  /** Whether a transaction, or the pause after one, is under way, whose end goes on. */
  private boolean running;

  /**
   * Checks each subject by itself.
   *
   * @param check may run again for what it was run before
   */
  LateChecks(
      RecordDatabase database,
      String name,
      BiFunction<RecordContext, T, CompletableFuture<Void>> check) {
    this(database, name, subject -> new Object(), (earlier, later) -> later, check);
  }

  /**
   * Checks subjects of one key together, as far as they wait at a time.
   *
   * @param key of a subject; equal keys are merged
   * @param merge of an earlier and a later subject, the one to check instead of both; neither may
   *     throw
   * @param check may run again for what it was run before
   */
  LateChecks(
      RecordDatabase database,
      String name,
      Function<T, Object> key,
      BinaryOperator<T> merge,
      BiFunction<RecordContext, T, CompletableFuture<Void>> check) {
    this.database = database;
    this.key = key;
    this.merge = merge;
    this.check = check;
    this.options = RunOptions.defaults().withName(name).withAttemptsMax(5).withIdempotent(true);
  }

  void add(T subject) {
    Object its = key.apply(subject);
    synchronized (this) {
      if (pending.size() < PENDING_MAX || pending.containsKey(its)) {
        pending.merge(its, subject, merge);
      }
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
    } catch (RuntimeException | Error e) {
      // What is pending waits for the next subject.
      ended();
    }
  }

  private synchronized void ended() {
    running = false;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failed check is made up for by a later visit
  private void next() {
    List<T> batch = batch();
    if (!batch.isEmpty()) {
      run(batch).whenComplete((done, error) -> pause());
    }
  }

  /** Takes what goes into one transaction; when there is nothing, no more is under way. */
  private synchronized List<T> batch() {
    List<T> batch = new ArrayList<>();
    Iterator<T> first = pending.values().iterator();
    while (first.hasNext() && batch.size() < PER_TRANSACTION) {
      batch.add(first.next());
      first.remove();
    }
    running = !batch.isEmpty();
    return batch;
  }

  private CompletableFuture<?> run(List<T> batch) {
    try {
      return database.run(options, context -> check(context, batch));
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** What comes meanwhile shares the next transaction. Without a timer there is no pause. */
  private void pause() {
    try {
      var unused = database.timer().schedule(this::start, PAUSE_MICROS, TimeUnit.MICROSECONDS);
    } catch (RuntimeException | Error e) {
      start();
    }
  }

  private CompletableFuture<List<Void>> check(RecordContext context, List<T> batch) {
    return AsyncLoop.all(batch.stream().map(subject -> check(context, subject)).toList());
  }

  /** What is wrong with one subject, and not with the database, keeps no other from its check. */
  private CompletableFuture<Void> check(RecordContext context, T subject) {
    CompletableFuture<Void> checked;
    try {
      checked = check.apply(context, subject);
    } catch (RuntimeException | Error e) {
      checked = CompletableFuture.failedFuture(e);
    }
    return checked.exceptionallyCompose(
        error ->
            FdbErrorPredicates.codeOf(error).isPresent()
                ? CompletableFuture.failedFuture(error)
                : CompletableFuture.completedFuture(null));
  }
}
