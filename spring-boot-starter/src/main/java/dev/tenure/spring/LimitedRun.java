package dev.tenure.spring;

import dev.tenure.queue.TenantId;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RetryListener;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One call of a template. It ends at its time limit, with an error that says whether the
 * transaction may have been committed. A body that is under way at the limit is not committed.
 * Thread-safe.
 */
final class LimitedRun {
  private final RunOptions options;
  private final TenantId tenant;
  private final Duration limit;
  private final AtomicReference<Stage> stage;
  private volatile RetryListener.@Nullable Retry retried;

  /** The stages of the current attempt; {@code OVER} is the last one. */
  private enum Stage {
    BODY,
    COMMIT,
    OVER
  }

  private LimitedRun(RunOptions options, TenantId tenant, Duration limit, Stage first) {
    this.options = options;
    this.tenant = tenant;
    this.limit = limit;
    this.stage = new AtomicReference<>(first);
  }

  /** A run whose {@link #options} and {@link #body} are those of its transaction. */
  static LimitedRun of(RunOptions options, TenantId tenant, Duration limit) {
    return new LimitedRun(options, tenant, limit, Stage.BODY);
  }

  /** A run of several transactions, any of which may have been committed. */
  static LimitedRun ofMany(String name, TenantId tenant, Duration limit) {
    return new LimitedRun(RunOptions.defaults().withName(name), tenant, limit, Stage.COMMIT);
  }

  /** The options of the run, by which no attempt begins after the limit. */
  RunOptions options() {
    RunOptions told =
        options.withRetryListener(
            retry -> {
              retried = retry;
              options.retryListener().retrying(retry);
            });
    return options.timeMax().filter(most -> most.compareTo(limit) <= 0).isPresent()
        ? told
        : told.withTimeMax(limit);
  }

  /** Wraps the body, which is committed only if it ends before the limit. */
  <C, T> Function<C, CompletionStage<T>> body(
      Function<? super C, ? extends CompletionStage<T>> body) {
    return context -> {
      stage.compareAndSet(Stage.COMMIT, Stage.BODY);
      CompletionStage<T> running = Objects.requireNonNull(body.apply(context), "the body's future");
      return running.thenCompose(this::ended);
    };
  }

  private <T> CompletionStage<T> ended(T value) {
    return stage.compareAndSet(Stage.BODY, Stage.COMMIT)
        ? CompletableFuture.completedFuture(value)
        : CompletableFuture.failedFuture(
            new CancellationException("the body ended after the time limit"));
  }

  /** Ends the run at its limit, at most a second later. */
  <T> CompletableFuture<T> limit(RecordDatabase database, CompletableFuture<T> run) {
    database.whenOverdue(run, limit, () -> run.completeExceptionally(overdue()));
    return run;
  }

  private TimeLimitException overdue() {
    boolean committing = stage.getAndSet(Stage.OVER) == Stage.COMMIT;
    RetryListener.Retry last = retried;
    boolean maybe = committing || (last != null && last.maybeCommitted());
    String attempts = last == null ? "" : " in " + (last.attempt() + 2) + " attempts";
    return new TimeLimitException(
        "%s of tenant %s did not end within %s%s; %s"
            .formatted(
                options.name(),
                tenant,
                limit,
                attempts,
                maybe ? "it may have been committed" : "it was not committed"),
        maybe,
        last == null ? null : last.error());
  }
}
