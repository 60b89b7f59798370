package dev.tenure.record.scrub;

import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.async.ExponentialBackoff;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexAudit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** One run, which checks slices one after another until the end or a limit. */
final class ScrubRun {
  /** After so many conflicts in a row a slice is looked at without repairing it. */
  private static final int CONFLICTS_MAX = 10;

  private static final int FAILURES_MAX = 30;

  private static final ExponentialBackoff PAUSES =
      new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(320));

  private final IndexScrubber scrubber;
  private final Instant started;
  private final BudgetScale scale;
  private final CompletableFuture<ScrubReport> result = new CompletableFuture<>();
  private final List<Fault> faults = new ArrayList<>();
  private final Set<ByteString> reported = new HashSet<>();
  private final List<Unverified> unverified = new ArrayList<>();

  /** Repairs of transactions that may have been committed, or not. */
  private final List<Fault> doubtful = new ArrayList<>();

  private ScrubCounts counts = ScrubCounts.NONE;
  private Optional<ScrubPosition> position;
  private int failures;
  private int conflicts;
  private int faultyPart = Integer.MAX_VALUE;

  ScrubRun(IndexScrubber scrubber) {
    this.scrubber = scrubber;
    this.started = scrubber.database().clock().instant();
    this.scale = new BudgetScale(scrubber.limits());
    this.position = Optional.of(scrubber.from());
  }

  CompletableFuture<ScrubReport> start() {
    var unused =
        AsyncLoop.whileTrue(() -> isOver() ? CompletableFuture.completedFuture(false) : step())
            .whenComplete((nothing, error) -> end(error));
    return result;
  }

  private void end(@Nullable Throwable error) {
    if (error != null) {
      result.completeExceptionally(RecordLayerException.of(error));
      return;
    }
    try {
      settleDoubtful();
      result.complete(
          new ScrubReport(scrubber.index(), faults, unverified, counts, elapsed(), position));
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  private Duration elapsed() {
    return Duration.between(started, scrubber.database().clock().instant());
  }

  private boolean isOver() {
    ScrubLimits limits = scrubber.limits();
    Duration most = limits.timeMax();
    return position.isEmpty()
        || result.isDone()
        || faults.size() >= limits.faultsMax()
        || (limits.recordsMax() > 0 && counts.scanned() >= limits.recordsMax())
        || (!most.isZero() && elapsed().compareTo(most) >= 0);
  }

  /** One slice, and the pause behind it. */
  private CompletableFuture<Boolean> step() {
    Instant begin = scrubber.database().clock().instant();
    boolean repair = scrubber.isRepairing() && conflicts < CONFLICTS_MAX;
    SliceAttempt.Known known = new SliceAttempt.Known(reported::contains, faultyPart);
    SliceAttempt attempt =
        new SliceAttempt(scrubber, position.orElseThrow(), scale.next(), repair, known);
    return attempt
        .run()
        .handle(
            (slice, error) ->
                error == null
                    ? succeed(attempt, slice, begin)
                    : fail(attempt, RecordLayerException.of(error)))
        .thenCompose(scrubber.database()::delay)
        .thenApply(nothing -> true);
  }

  /** Takes what a slice has found; how long to wait. */
  private Duration succeed(SliceAttempt attempt, ScrubSlice slice, Instant begin) {
    failures = 0;
    conflicts = 0;
    scale.grow();
    counts = counts.withSlice(slice.looked());
    attempt.faults().forEach(this::report);
    if (attempt.faults().stream().anyMatch(ScrubRun::isLeft)) {
      faultyPart = Math.min(faultyPart, slice.part());
    }
    attempt.unverified().forEach(this::report);
    boolean stageEnds = slice.next().map(next -> next.stage() > slice.number()).orElse(true);
    if (stageEnds) {
      settleDoubtful();
    }
    position = slice.next();
    position.ifPresent(next -> scrubber.listener().slice(progress(slice, next)));
    Duration took = Duration.between(begin, scrubber.database().clock().instant());
    long scanned = slice.looked().records() + slice.looked().rows();
    return isOver() ? Duration.ZERO : scrubber.pace().waitAfter(scanned, took);
  }

  /** Whether a fault is still there that others may follow from. */
  private static boolean isLeft(Fault fault) {
    return !fault.repaired()
        && fault.kind() != IndexAudit.Kind.DUPLICATE
        && fault.kind() != IndexAudit.Kind.TOO_DEEP
        && fault.kind() != IndexAudit.Kind.SHARED_POSITION;
  }

  private ScrubProgress progress(ScrubSlice slice, ScrubPosition next) {
    return new ScrubProgress(
        scrubber.index(), slice.stage(), slice.number(), slice.count(), counts, elapsed(), next);
  }

  private void report(Fault fault) {
    doubtful.removeIf(fault::isSameAs);
    faults.add(fault);
    reported.add(fault.key());
    counts = counts.withFault(fault);
    scrubber.listener().fault(fault);
  }

  private void report(Unverified part) {
    unverified.add(part);
    scrubber.listener().unverified(part);
  }

  /** Counts faults as repaired that were not found again after a commit with unknown result. */
  private void settleDoubtful() {
    List<Fault> gone = List.copyOf(doubtful);
    doubtful.clear();
    gone.forEach(this::report);
  }

  /** Takes a failure; how long to wait. */
  private Duration fail(SliceAttempt attempt, Throwable error) {
    failures++;
    if (!(error instanceof RecordLayerException known)
        || !isTransient(known)
        || failures >= FAILURES_MAX) {
      throw new CompletionException(error);
    }
    if (known.maybeCommitted()) {
      attempt.faults().stream()
          .filter(Fault::repaired)
          .filter(fault -> doubtful.stream().noneMatch(fault::isSameAs))
          .forEach(doubtful::add);
    }
    boolean conflict = known.code() == Code.COMMIT_CONFLICT;
    conflicts += conflict ? 1 : 0;
    if (!conflict || attempt.isDivisible()) {
      scale.halve();
    }
    counts = counts.withRetry();
    scrubber.listener().retry(known);
    return PAUSES.withFullJitter(failures, scrubber.database().random());
  }

  private static boolean isTransient(RecordLayerException error) {
    return switch (error.code()) {
      case COMMIT_CONFLICT, COMMIT_UNKNOWN, TRANSACTION_TOO_OLD, TRANSACTION_TOO_LARGE, TIMED_OUT ->
          true;
      default -> error.retryable();
    };
  }
}
