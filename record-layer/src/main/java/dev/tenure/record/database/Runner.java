package dev.tenure.record.database;

import dev.tenure.record.async.ExponentialBackoff;
import dev.tenure.record.async.Hooks;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RetryListener.Retry;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@link RecordDatabase#run}. It makes attempts until one is committed or fails for
 * good.
 */
final class Runner<T> {
  final RecordDatabase database;
  final @Nullable CommitMarkers markers;
  final RunOptions options;
  final Function<? super RecordContext, ? extends CompletionStage<T>> body;
  private final ExponentialBackoff backoff;
  private final Instant started;
  private final RunHistory history = new RunHistory();
  private final RunFuture<T> result = new RunFuture<>();

  Runner(
      RecordDatabase database,
      @Nullable CommitMarkers markers,
      RunOptions options,
      Function<? super RecordContext, ? extends CompletionStage<T>> body) {
    this.database = database;
    this.markers = markers;
    this.options = options;
    this.body = body;
    this.backoff = new ExponentialBackoff(options.initialDelay(), options.delayMax());
    this.started = database.clock().instant();
  }

  CompletableFuture<T> start() {
    startAttempt(0);
    return result;
  }

  /** Whether the caller has cancelled or completed the run's future. */
  boolean isGivenUp() {
    return result.isDone();
  }

  /** Notes the commit that an attempt has sent; null when the attempt could not send it at once. */
  void committing(@Nullable CompletableFuture<?> submitted) {
    result.committing(submitted);
  }

  void succeed(T value) {
    result.complete(value);
  }

  /**
   * Ends the run.
   *
   * @param suppressed further errors, to be added to the error
   */
  void fail(int attempt, Throwable error, boolean maybeCommitted, Throwable... suppressed) {
    boolean maybe = maybeCommitted || history.maybeCommitted();
    Throwable last = RecordLayerException.of(error, described(attempt), maybe);
    for (Throwable one : suppressed) {
      last.addSuppressed(one);
    }
    history.suppressIn(last);
    result.completeExceptionally(database.told(last, options.name(), options.context()));
  }

  private String described(int attempt) {
    String doing = options.name() + ", attempt " + (attempt + 1) + " of " + options.attemptsMax();
    return options
        .timeMax()
        .map(most -> doing + ", after " + elapsed() + " of at most " + most)
        .orElse(doing);
  }

  private Duration elapsed() {
    return Duration.between(started, database.clock().instant());
  }

  /** Begins another attempt after an attempt that has ended, unless the limits are reached. */
  void retry(RecordContext ended, Throwable error, boolean maybeCommitted) {
    int attempt = ended.attempt();
    if (attempt + 1 >= options.attemptsMax() || isGivenUp()) {
      ended.close();
      fail(attempt, error, maybeCommitted);
      return;
    }
    Duration delay = backoff.withEqualJitter(attempt + 1, database.random());
    if (options.timeMax().filter(most -> elapsed().plus(delay).compareTo(most) > 0).isPresent()) {
      ended.close();
      fail(attempt, error, maybeCommitted);
      return;
    }
    ended.count(RecordCounter.RETRIES, 1);
    ended.close();
    Throwable plain = FdbErrorPredicates.unwrap(error);
    history.add(plain, maybeCommitted);
    Retry retry = new Retry(options.name(), attempt, plain, history.maybeCommitted(), delay);
    Hooks.run(() -> options.retryListener().retrying(retry));
    schedule(attempt + 1, delay);
  }

  private void schedule(int attempt, Duration delay) {
    try {
      var unused =
          database
              .timer()
              .schedule(() -> executeAttempt(attempt), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      failToStart(attempt, e);
    }
  }

  private void executeAttempt(int attempt) {
    try {
      database.executor().execute(() -> startAttempt(attempt));
    } catch (RejectedExecutionException e) {
      failToStart(attempt, e);
    }
  }

  private void startAttempt(int number) {
    if (isGivenUp()) {
      return;
    }
    RunAttempt<T> attempt;
    try {
      attempt = new RunAttempt<>(this, number);
    } catch (RuntimeException | Error e) {
      failToStart(number, e);
      return;
    }
    attempt.start();
  }

  private void failToStart(int attempt, Throwable error) {
    Throwable last = RecordLayerException.of(error, described(attempt), history.maybeCommitted());
    history.suppressIn(last);
    result.completeExceptionally(last);
  }
}
