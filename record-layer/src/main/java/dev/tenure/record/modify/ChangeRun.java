package dev.tenure.record.modify;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.async.ExponentialBackoff;
import dev.tenure.record.build.SliceFailure;
import dev.tenure.record.build.SliceSize;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One run of a changer. It does its slices one after another, so that its state needs no lock. */
final class ChangeRun {
  private static final ExponentialBackoff PAUSES =
      new ExponentialBackoff(Duration.ofMillis(10), Duration.ofSeconds(1));

  private final RecordDatabase database;
  private final ChangeSettings settings;
  private final SliceSize size;
  private final Instant started;
  private final CompletableFuture<Void> stopping = new CompletableFuture<>();
  private volatile boolean stopped;
  private volatile ChangePosition position;
  private Optional<ChangeRefusedException> refused = Optional.empty();
  private Instant sliceStarted;
  private int slices;
  private int failures;
  private int failuresInARow;

  ChangeRun(RecordDatabase database, ChangeSettings settings, ChangePosition from) {
    this.database = database;
    this.settings = settings;
    this.position = from;
    this.size = new SliceSize(settings.limits().slices());
    this.started = database.clock().instant();
    this.sliceStarted = started;
  }

  ChangePosition position() {
    return position;
  }

  /** Ends the run after the slice under way. A pause between two slices ends at once. */
  void stop() {
    stopped = true;
    var unused = stopping.completeAsync(() -> null, database.executor());
  }

  CompletableFuture<ChangeResult> start() {
    return AsyncLoop.whileTrue(this::step).thenApply(nothing -> result());
  }

  private ChangeResult result() {
    ChangeResult.Outcome outcome =
        position.isEnd() ? ChangeResult.Outcome.FINISHED : ChangeResult.Outcome.STOPPED;
    return new ChangeResult(outcome, position, slices, failures);
  }

  /** Does one step; returns whether another step follows. */
  private CompletableFuture<Boolean> step() {
    if (position.isEnd() || stopped || isTimeUp()) {
      return CompletableFuture.completedFuture(false);
    }
    ChangeSlice slice = new ChangeSlice(settings, position, size.records(), refused);
    return database
        .run(options(), slice::run)
        .<Supplier<CompletableFuture<Boolean>>>handle(
            (next, error) -> () -> error == null ? committed(slice, next) : failed(slice, error))
        .thenCompose(Supplier::get);
  }

  private boolean isTimeUp() {
    Instant now = database.clock().instant();
    return settings
        .limits()
        .timeMax()
        .filter(most -> !now.isBefore(started.plus(most)))
        .isPresent();
  }

  /**
   * A run that keeps its position under a key needs no commit marker: the position tells whether a
   * slice was committed.
   */
  private RunOptions options() {
    return RunOptions.defaults()
        .withName("change by query")
        .withAttemptsMax(1)
        .withIdempotent(settings.kept().isPresent())
        .withContext(ContextOptions.defaults().withPriority(ContextOptions.Priority.BATCH));
  }

  private CompletableFuture<Boolean> committed(ChangeSlice slice, ChangePosition next) {
    long scanned = next.progress().scanned() - position.progress().scanned();
    position = next;
    refused = Optional.empty();
    failuresInARow = 0;
    slices++;
    size.succeeded(slice.records().size());
    slice.refusals().forEach(settings.listener()::refused);
    settings.listener().committed(next);
    Duration took = Duration.between(sliceStarted, database.clock().instant());
    return pause(settings.limits().pace().waitAfter(Math.max(0, scanned), took))
        .thenApply(
            nothing -> {
              sliceStarted = database.clock().instant();
              return true;
            });
  }

  private CompletableFuture<Void> pause(Duration duration) {
    return duration.isZero()
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.anyOf(database.delay(duration), stopping).thenApply(nothing -> null);
  }

  private CompletableFuture<Boolean> failed(ChangeSlice slice, Throwable thrown) {
    Throwable error = RecordLayerException.of(thrown);
    failures++;
    if (!slice.records().isEmpty() && ChangeSlice.isOfRecord(error)) {
      return isolate(slice, error);
    }
    failuresInARow++;
    if (!isWorthAnother(error) || failuresInARow >= settings.limits().failuresMax()) {
      return CompletableFuture.failedFuture(error);
    }
    shrinkBelow(slice.records().size());
    Duration pause = PAUSES.withFullJitter(failuresInARow, database.random());
    settings.listener().sliceFailed(new SliceFailure(error, failuresInARow, size.records(), pause));
    return pause(pause).thenApply(nothing -> true);
  }

  /**
   * Finds the record by which a commit failed: repeats the slice with fewer and fewer records,
   * until one is left.
   */
  private CompletableFuture<Boolean> isolate(ChangeSlice slice, Throwable error) {
    if (slice.records().size() > 1) {
      shrinkBelow(slice.records().size());
      return CompletableFuture.completedFuture(true);
    }
    StoredRecord record = slice.records().get(0);
    ChangeRefusedException refusal = new ChangeRefusedException(record, error);
    if (!settings.skips() || refused.filter(known -> known.isOf(record)).isPresent()) {
      return CompletableFuture.failedFuture(refusal);
    }
    refused = Optional.of(refusal);
    return CompletableFuture.completedFuture(true);
  }

  private void shrinkBelow(int records) {
    do {
      size.failed();
    } while (size.records() >= records && !size.isLeast());
  }

  private boolean isWorthAnother(Throwable error) {
    if (!(error instanceof RecordLayerException known)) {
      return false;
    }
    if (known.maybeCommitted()) {
      return settings.isRepeatable();
    }
    return known.retryable() || known.code() == Code.TIMED_OUT;
  }
}
