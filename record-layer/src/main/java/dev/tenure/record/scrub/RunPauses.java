package dev.tenure.record.scrub;

import dev.tenure.record.RecordDatabase;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Waits of a run, by the database's timer. */
final class RunPauses {
  private static final Duration FIRST = Duration.ofMillis(10);

  private static final int DOUBLED_MAX = 5;

  private final RecordDatabase database;

  RunPauses(RecordDatabase database) {
    this.database = database;
  }

  /** After so many failures in a row: up to 10 ms, doubled with each, up to 320 ms. */
  Duration afterFailure(int failures) {
    long most = FIRST.toNanos() << Math.min(failures - 1, DOUBLED_MAX);
    return Duration.ofNanos(database.random().nextLong(most + 1));
  }

  /** Goes on, on the database's executor, after a time; at once when it is zero. */
  CompletableFuture<Void> wait(Duration duration) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    if (duration.isZero()) {
      over.complete(null);
      return over;
    }
    try {
      var unused =
          database.timer().schedule(() -> end(over), duration.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      over.completeExceptionally(e);
    }
    return over;
  }

  private void end(CompletableFuture<Void> over) {
    try {
      database.executor().execute(() -> over.complete(null));
    } catch (RejectedExecutionException e) {
      over.completeExceptionally(e);
    }
  }
}
