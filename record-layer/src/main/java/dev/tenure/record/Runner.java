package dev.tenure.record;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One call of {@link RecordDatabase#run}: attempts, until one is committed or fails for good. */
final class Runner<T> {
  private static final int SETTLING_ATTEMPTS = 30;

  private final RecordDatabase database;
  private final @Nullable CommitLanes lanes;
  private final RunOptions options;
  private final Function<? super RecordContext, ? extends CompletionStage<T>> body;
  private final CompletableFuture<T> result = new CompletableFuture<>();

  Runner(
      RecordDatabase database,
      @Nullable CommitLanes lanes,
      RunOptions options,
      Function<? super RecordContext, ? extends CompletionStage<T>> body) {
    this.database = database;
    this.lanes = lanes;
    this.options = options;
    this.body = body;
  }

  /** One attempt: a transaction, the value its body gave, the lane its commit was noted in. */
  private final class Attempt {
    final int number;
    final RecordContext context;
    final Instant started;
    @Nullable CommitLane lane;

    Attempt(int number) {
      this.number = number;
      this.started = database.clock().instant();
      this.context = database.openContext(options.context(), number);
    }

    void start() {
      CompletionStage<T> running;
      try {
        running = Objects.requireNonNull(body.apply(context), "the body's future");
      } catch (RuntimeException | Error e) {
        running = CompletableFuture.failedFuture(e);
      }
      var unused =
          running.whenComplete(
              (value, error) -> {
                if (error != null) {
                  endBody(error);
                } else {
                  commit(value);
                }
              });
    }

    private void commit(T value) {
      CompletableFuture<Void> committing;
      try {
        committing = context.commit(this::writeLane);
      } catch (RuntimeException | Error e) {
        end(e);
        return;
      }
      var unused =
          committing.whenComplete(
              (nothing, error) -> {
                if (error == null) {
                  succeed(value);
                } else if (context.wasSubmitted()
                    && FdbErrorPredicates.maybeInFlight(code(error))) {
                  settle(value, error);
                } else {
                  end(error);
                }
              });
    }

    private CompletableFuture<Void> writeLane() {
      if (lanes == null || options.idempotent() || !context.hasWritten()) {
        return CompletableFuture.completedFuture(null);
      }
      return lanes
          .take()
          .thenCompose(
              taken -> {
                lane = taken;
                return taken.write(context, lanes.nextNote());
              });
    }

    /** The commit's result is not known, perhaps not even to the cluster yet. */
    private void settle(T value, Throwable error) {
      CommitLanes used = lanes;
      CommitLane noted = lane;
      if (used == null || noted == null) {
        settleWithoutLane(error);
        return;
      }
      var unused =
          database
              .run(settling(), settler -> settled(used, noted, settler))
              .whenComplete(
                  (appliedAt, failure) -> {
                    if (failure != null) {
                      used.abandon();
                      lane = null;
                      failUnsettled(error, failure);
                    } else if (appliedAt > 0) {
                      context.committed(appliedAt, started);
                      succeed(value);
                    } else if (FdbErrorPredicates.maybeCommitted(code(error))) {
                      retry(error, false);
                    } else {
                      end(error);
                    }
                  });
    }

    private CompletableFuture<Long> settled(
        CommitLanes used, CommitLane noted, RecordContext settler) {
      return used.settle(settler, noted)
          .thenCompose(
              applied -> applied ? settler.readVersion() : CompletableFuture.completedFuture(0L));
    }

    private RunOptions settling() {
      return options
          .withName("settling an unknown commit of " + options.name())
          .withAttemptsMax(Math.max(SETTLING_ATTEMPTS, options.attemptsMax()))
          .withContext(ContextOptions.defaults())
          .withIdempotent(true);
    }

    private void settleWithoutLane(Throwable error) {
      boolean repeatable = lanes == null || options.idempotent();
      if (repeatable && FdbErrorPredicates.retryable(error)) {
        retry(error, true);
      } else {
        fail(error, true);
      }
    }

    /** A body whose error tells of another commit with unknown result must not be repeated. */
    private void endBody(Throwable error) {
      if (FdbErrorPredicates.maybeCommitted(code(error)) && !options.idempotent()) {
        fail(error, true);
      } else {
        end(error);
      }
    }

    /** This attempt was not applied. */
    private void end(Throwable error) {
      if (FdbErrorPredicates.retryable(error)) {
        retry(error, false);
      } else {
        fail(error, false);
      }
    }

    private void retry(Throwable error, boolean maybeCommitted) {
      if (number + 1 >= options.attemptsMax()) {
        fail(error, maybeCommitted);
        return;
      }
      close();
      scheduleAttempt(number + 1);
    }

    private void succeed(T value) {
      close();
      result.complete(value);
    }

    private void failUnsettled(Throwable error, Throwable failure) {
      Throwable unknown = described(error, true);
      unknown.addSuppressed(failure);
      close();
      result.completeExceptionally(unknown);
    }

    private void fail(Throwable error, boolean maybeCommitted) {
      close();
      result.completeExceptionally(described(error, maybeCommitted));
    }

    private Throwable described(Throwable error, boolean maybeCommitted) {
      String doing = options.name() + ", attempt " + (number + 1) + " of " + options.attemptsMax();
      return RecordLayerException.of(error, doing, maybeCommitted);
    }

    private void close() {
      CommitLane taken = lane;
      if (lanes != null && taken != null) {
        lane = null;
        lanes.release(taken);
      }
      context.close();
    }
  }

  CompletableFuture<T> start() {
    startAttempt(0);
    return result;
  }

  private void startAttempt(int number) {
    Attempt attempt;
    try {
      attempt = new Attempt(number);
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(RecordLayerException.of(e));
      return;
    }
    attempt.start();
  }

  private void scheduleAttempt(int number) {
    long nanos = delay(number).toNanos();
    try {
      var unused =
          database.timer().schedule(() -> executeAttempt(number), nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(e);
    }
  }

  private void executeAttempt(int number) {
    try {
      database.executor().execute(() -> startAttempt(number));
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(e);
    }
  }

  /** Between half and all of the initial delay, doubled with each retry up to the longest. */
  private Duration delay(int number) {
    double doubled = options.initialDelay().toNanos() * Math.pow(2, number - 1.0);
    double longest = Math.min((double) options.delayMax().toNanos(), doubled);
    return Duration.ofNanos((long) (longest * (0.5 + database.random().nextDouble() / 2)));
  }

  private static int code(Throwable error) {
    return FdbErrorPredicates.codeOf(error).orElse(0);
  }
}
