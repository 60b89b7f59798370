package dev.tenure.queue.inspect;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanLimits;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreQueries;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.PackedTuples;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.zip.CRC32C;

/**
 * A request for one page of a list.
 *
 * @param limit the most rows of the page
 * @param begun the time of the request for the first page
 * @param from the continuation at which the page begins
 */
record Listing(int limit, Instant begun, Continuation from) {
  static final int LIMIT_MAX = 1_000;

  /** The most rows that are read for one page. A filter may make a page shorter than its limit. */
  private static final ScanLimits SCANNED_MAX =
      ScanLimits.none()
          .withRecordsMax(5_000)
          .withBytesMax(20_000_000)
          .withTimeMax(Duration.ofSeconds(3));

  private static final long FORMAT = 2;

  static void checkLimit(int limit) {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new IllegalArgumentException("limit is " + limit + ", it must be 1 to " + LIMIT_MAX);
    }
  }

  /**
   * A request for the first page, or for the page at a continuation.
   *
   * @throws IllegalArgumentException when the limit is out of range, or the text is not a
   *     continuation
   */
  static Listing of(int limit, Optional<String> continuation, InstantSource clock) {
    checkLimit(limit);
    return continuation
        .map(text -> parse(limit, text))
        .orElseGet(() -> new Listing(limit, clock.instant(), Continuation.START));
  }

  private static Listing parse(int limit, String text) {
    try {
      Tuple token =
          PackedTuples.unpack(Base64.getUrlDecoder().decode(text), 0)
              .filter(Listing::isToken)
              .orElseThrow(() -> new IllegalArgumentException("it has another form"));
      Instant begun = Instant.ofEpochMilli(token.getLong(1));
      return new Listing(limit, begun, Continuation.fromBytes(token.getBytes(2)));
    } catch (IllegalArgumentException | RecordLayerException e) {
      throw new IllegalArgumentException(
          "continuation is not one of this listing: " + e.getMessage(), e);
    }
  }

  private static boolean isToken(Tuple token) {
    return token.size() == 4
        && Long.valueOf(FORMAT).equals(token.get(0))
        && token.get(1) instanceof Long
        && token.get(2) instanceof byte[]
        && token.equals(token(token.getLong(1), token.getBytes(2)));
  }

  /** The last column tells a token that was changed, on the way or by hand. */
  private static Tuple token(long begunMillis, byte[] behind) {
    Tuple columns = Tuple.from(FORMAT, begunMillis, behind);
    CRC32C sum = new CRC32C();
    sum.update(columns.pack());
    return columns.add(sum.getValue());
  }

  /** Reads by snapshot until the page is full, the rows end, or enough was scanned for a page. */
  <T> CompletableFuture<Page<T>> page(
      InstantSource clock, BiFunction<Continuation, ScanOptions, RecordCursor<T>> rows) {
    ScanBudget budget = new ScanBudget(SCANNED_MAX, clock);
    ScanOptions options =
        ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withBudget(budget);
    return rows.apply(from, options)
        .limit(limit)
        .asPage()
        .thenApply(page -> new Page<>(page.items(), next(page.continuation()), budget.records()));
  }

  private Optional<String> next(Continuation behind) {
    return behind.isEnd() ? Optional.empty() : Optional.of(text(behind));
  }

  String text(Continuation behind) {
    byte[] packed = token(begun.toEpochMilli(), behind.toBytes()).pack();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(packed);
  }

  /** The records of a query, which has no parameters. */
  static RecordCursor<StoredRecord> records(
      RecordStore store, RecordQuery query, Continuation from, ScanOptions options) {
    StoreQueries queries = store.queries();
    return queries.records(
        queries.plan(query, PlannerOptions.defaults()), Bindings.none(), from, options);
  }
}
