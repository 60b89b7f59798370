package dev.tenure.record.store;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of a range within limits, each decoded, with a continuation behind each. */
final class ScanCursor<T> implements RecordCursor<T> {
  private final RowSource rows;
  private final ScanRange range;
  private final long fingerprint;
  private final ScanBudget budget;
  private final Function<RowSource.Row, T> decoder;
  private Continuation last;
  private CursorResult.@Nullable Stop<T> stop;

  /**
   * A scan that goes on from somewhere.
   *
   * @param fingerprint of the whole range, of which {@code rows} may read a rest
   */
  ScanCursor(
      RowSource rows,
      ScanRange range,
      long fingerprint,
      Continuation from,
      ScanBudget budget,
      Function<RowSource.Row, T> decoder) {
    this.rows = rows;
    this.range = range;
    this.fingerprint = fingerprint;
    this.budget = budget;
    this.decoder = decoder;
    this.last = from;
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    if (stop != null) {
      return CompletableFuture.completedFuture(stop);
    }
    return budget
        .reached()
        .map(reason -> CompletableFuture.completedFuture(stop(reason, last)))
        .orElseGet(() -> rows.next().thenApply(this::result));
  }

  private CursorResult<T> result(RowSource.@Nullable Row row) {
    if (row == null) {
      return stop(CursorResult.Reason.SOURCE_EXHAUSTED, Continuation.END);
    }
    budget.charge(row.bytes());
    last = Continuation.at(fingerprint, range.position(row.key()));
    return new CursorResult.Value<>(decoder.apply(row), last);
  }

  private CursorResult<T> stop(CursorResult.Reason reason, Continuation continuation) {
    CursorResult.Stop<T> stopped = new CursorResult.Stop<>(reason, continuation);
    stop = stopped;
    rows.close();
    return stopped;
  }

  @Override
  public void close() {
    rows.close();
  }
}
