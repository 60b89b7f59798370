package dev.tenure.queue.pointer;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
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
 * Checks that run after a commit without delaying it. Up to 128 checks share a transaction; one
 * transaction runs at a time, and under load one a millisecond. Thread-safe.
 *
 * <p>A check fails no caller. When too many wait, new ones are dropped: a later visit makes up for
 * them. When the executor, the timer or the database refuses, the next subject starts again. A
 * transaction whose answer is lost ends by {@link #LIMIT}, and the next one begins.
 */
final class LateChecks<T> {
  private static final int PER_TRANSACTION = 128;
  private static final int PENDING_MAX = 10_000;
  private static final long PAUSE_MICROS = 1_000;

  /**
   * The time limit of a transaction, after which its answers are awaited for at most 2 s more. The
   * other subjects wait meanwhile, for instance for an answer that was lost because the executor
   * rejected its task. The checks of the transaction are then dropped: a pointer's first sleep ends
   * in six seconds.
   */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final RecordDatabase database;
  private final Function<T, Object> key;
  private final BinaryOperator<T> merge;
  private final BiFunction<RecordContext, T, CompletableFuture<Void>> check;
  private final RunOptions options;

  /** Subjects that wait for their check, in order of arrival. */
  private final Map<Object, T> pending = new LinkedHashMap<>();

  /** Whether a transaction or the pause after one is under way; its end starts the next. */
  private boolean running;

  /**
   * Checks each subject separately.
   *
   * @param check may run more than once for a subject
   */
  LateChecks(
      RecordDatabase database,
      String name,
      BiFunction<RecordContext, T, CompletableFuture<Void>> check) {
    this(database, name, subject -> new Object(), (earlier, later) -> later, check);
  }

  /**
   * Merges subjects of equal keys that wait at the same time, and checks the merged one.
   *
   * @param key gives the key of a subject; must not throw
   * @param merge gives the subject to check in place of an earlier and a later one; must not throw
   * @param check may run more than once for a subject
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
    this.options =
        RunOptions.defaults()
            .withName(name)
            .withAttemptsMax(5)
            .withIdempotent(true)
            .withContext(ContextOptions.defaults().withTimeout(LIMIT));
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
      // The pending subjects wait for the next one.
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

  /** Takes the subjects of the next transaction; without any, the checks come to rest. */
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

  /** Lets subjects gather for the next transaction; does not wait when the timer refuses. */
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

  /** An error of one subject that is not the database's does not fail the other checks. */
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
