package dev.tenure.queue.inspect;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Pages of cursors: their limits, and continuations as text for URLs. */
final class Listing {
  static final int LIMIT_MAX = 1_000;

  /** The most rows that are read for one page; a filter may make it shorter than its limit. */
  static final int ROWS_SCANNED_MAX = 5_000;

  private Listing() {}

  static void checkLimit(int limit) {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new IllegalArgumentException("limit is " + limit + ", it must be 1 to " + LIMIT_MAX);
    }
  }

  static ScanOptions scanOptions() {
    return ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(ROWS_SCANNED_MAX);
  }

  static Continuation parse(Optional<String> text) {
    if (text.isEmpty()) {
      return Continuation.START;
    }
    try {
      return Continuation.fromBytes(Base64.getUrlDecoder().decode(text.get()));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "continuation is not one of this listing: " + e.getMessage(), e);
    }
  }

  /** Reads until the page is full, the rows end, or the scan's limit is reached. */
  static <R, T> CompletableFuture<Page<T>> page(
      RecordCursor<R> cursor, int limit, Function<R, CompletableFuture<Optional<T>>> row) {
    return new Pager<>(cursor, limit, row).next().whenComplete((page, error) -> cursor.close());
  }

  private static final class Pager<R, T> {
    private final RecordCursor<R> cursor;
    private final int limit;
    private final Function<R, CompletableFuture<Optional<T>>> row;
    private final List<T> rows = new ArrayList<>();

    Pager(RecordCursor<R> cursor, int limit, Function<R, CompletableFuture<Optional<T>>> row) {
      this.cursor = cursor;
      this.limit = limit;
      this.row = row;
    }

    CompletableFuture<Page<T>> next() {
      return cursor.next().thenCompose(this::take);
    }

    private CompletableFuture<Page<T>> take(CursorResult<R> result) {
      if (!result.hasNext()) {
        return CompletableFuture.completedFuture(page(result.continuation()));
      }
      return row.apply(result.value())
          .thenCompose(
              value -> {
                value.ifPresent(rows::add);
                return rows.size() >= limit
                    ? CompletableFuture.completedFuture(page(result.continuation()))
                    : next();
              });
    }

    private Page<T> page(Continuation continuation) {
      Optional<String> text =
          continuation.isEnd()
              ? Optional.empty()
              : Optional.of(
                  Base64.getUrlEncoder().withoutPadding().encodeToString(continuation.toBytes()));
      return new Page<>(rows, text);
    }
  }
}
