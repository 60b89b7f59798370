package dev.tenure.record.store.row;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.LeafScan;
import dev.tenure.record.cursor.RecordCursor;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The decoded rows of a range within limits, with a continuation after each row. */
final class ScanCursor<T> implements RecordCursor<T> {
  private final RowSource rows;
  private final ScanRange range;
  private final LeafScan scan;
  private final Function<StoredRow, T> decoder;

  /** A cursor over rows, which may be the rest of a range after a continuation. */
  ScanCursor(RowSource rows, ScanRange range, LeafScan scan, Function<StoredRow, T> decoder) {
    this.rows = rows;
    this.range = range;
    this.scan = scan;
    this.decoder = decoder;
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    Optional<CursorResult.Stop<T>> stop = scan.stop();
    return stop.isPresent()
        ? CompletableFuture.completedFuture(stop.get())
        : rows.next().thenApply(this::result);
  }

  @Override
  public @Nullable CursorResult<T> atHand() {
    Optional<CursorResult.Stop<T>> stop = scan.stop();
    if (stop.isPresent()) {
      return stop.get();
    }
    return rows.isAtHand() ? result(rows.nextAtHand()) : null;
  }

  private CursorResult<T> result(@Nullable StoredRow row) {
    if (row == null) {
      return CursorResult.Stop.exhausted();
    }
    Continuation behind = scan.read(range.position(row.key()), row.bytes());
    return new CursorResult.Value<>(decoder.apply(row), behind);
  }

  @Override
  public <R> RecordCursor<R> map(Function<? super T, ? extends R> function) {
    return Cursors.strict(
        new ScanCursor<R>(rows, range, scan, decoder.andThen(Cursors.ofMap(function))));
  }

  @Override
  public void close() {
    rows.close();
  }
}
