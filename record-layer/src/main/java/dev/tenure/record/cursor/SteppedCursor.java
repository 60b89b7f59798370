package dev.tenure.record.cursor;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The values of a source that is opened in steps. A step has twice as many rows as the one before
 * it, so that a reader who stops early has read little behind the last value.
 */
final class SteppedCursor<T> implements RecordCursor<T> {
  private final Cursors.StepSource<T> source;
  private final ScanBudget budget;
  private final CurrentCursor<T> current;
  private int rows;

  SteppedCursor(int first, ScanBudget budget, Continuation from, Cursors.StepSource<T> source) {
    this.source = source;
    this.budget = budget;
    this.rows = first;
    this.current = new CurrentCursor<>(source.open(first, from));
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return Results.until(() -> current.get().next().thenApply(this::taken));
  }

  private Optional<CursorResult<T>> taken(CursorResult<T> result) {
    if (result.hasNext() || result.reason() != CursorResult.Reason.ROW_LIMIT) {
      return Optional.of(result);
    }
    Continuation behind = result.continuation();
    Optional<CursorResult.Reason> reached = budget.requireOrReached();
    if (reached.isPresent()) {
      return Optional.of(new CursorResult.Stop<>(reached.get(), behind));
    }
    rows = (int) Math.min(2L * rows, Integer.MAX_VALUE);
    current.replace(() -> source.open(rows, behind));
    return Optional.empty();
  }

  @Override
  public void close() {
    current.close();
  }
}
