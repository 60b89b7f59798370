package dev.tenure.record.cursor;

import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A scan over as many transactions as it needs. A slice is returned only after its transaction has
 * read it completely. So an attempt that fails has returned nothing, and the next attempt reads the
 * slice again.
 */
final class ContinuingCursor<T> implements RecordCursor<T> {
  private final RecordDatabase database;
  private final RunOptions run;
  private final ScanOptions options;
  private final TransactionSource<T> source;
  private final Deque<CursorResult.Value<T>> values = new ArrayDeque<>();
  private Continuation at;
  private boolean closed;

  /** The results that one transaction read. */
  record Slice<T>(List<CursorResult.Value<T>> values, CursorResult.Stop<T> stop) {}

  ContinuingCursor(
      RecordDatabase database,
      RunOptions run,
      ScanOptions options,
      Continuation from,
      TransactionSource<T> source) {
    if (options.rowsMax() == 0 && options.limits().isEmpty()) {
      throw new IllegalArgumentException(
          "a scan over several transactions needs a limit for each, " + options + " has none");
    }
    if (options.budget() != null) {
      throw new IllegalArgumentException(
          "a scan over several transactions has a budget for each, it cannot share one");
    }
    this.database = database;
    this.run = run.withIdempotent(true);
    this.options = options;
    this.at = from;
    this.source = source;
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return Results.until(this::step);
  }

  private CompletableFuture<Optional<CursorResult<T>>> step() {
    if (!values.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.of(values.remove()));
    }
    if (at.isEnd()) {
      return CompletableFuture.completedFuture(Optional.of(CursorResult.Stop.exhausted()));
    }
    return database.run(run, this::slice).thenApply(this::taken);
  }

  private CompletableFuture<Slice<T>> slice(RecordContext context) {
    return source.open(context, at, options).thenCompose(Terminals::drain);
  }

  private synchronized Optional<CursorResult<T>> taken(Slice<T> slice) {
    if (closed) {
      throw CurrentCursor.cancelled();
    }
    Continuation next = slice.stop().continuation();
    if (next.equals(at)) {
      throw new IllegalStateException("a transaction made no progress from " + at);
    }
    values.addAll(slice.values());
    at = next;
    return Optional.empty();
  }

  /** Closes the cursor. A transaction under way runs to its end, and no further one begins. */
  @Override
  public synchronized void close() {
    closed = true;
    values.clear();
    at = Continuation.END;
  }
}
