package dev.tenure.record.index.rank;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.OpenIndex;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * The entries of a range of ranks. Each execution finds the scores of the range again. A
 * continuation holds the key of the last row, and a fingerprint of the range of ranks.
 */
final class RankCursor implements RecordCursor<IndexEntry> {
  private static final byte[] BEHIND = {(byte) 0xFF};

  private final RecordCursor<Row> rows;
  private final long fingerprint;
  private Continuation last;

  /** An entry and its key below the index's prefix. */
  private static final class Row {
    private final IndexEntry entry;
    private final byte[] position;

    Row(IndexEntry entry, byte[] position) {
      this.entry = entry;
      this.position = position;
    }
  }

  private RankCursor(RecordCursor<Row> rows, long fingerprint, Continuation from) {
    this.rows = rows;
    this.fingerprint = fingerprint;
    this.last = from;
  }

  /** A cursor of entries without skip and limit of rows. */
  static RecordCursor<IndexEntry> open(
      RankBounds bounds, OpenIndex open, Continuation from, ScanOptions options) {
    if (from.isEnd()) {
      return Cursors.empty();
    }
    RankScan scan = bounds.scan();
    String name =
        "ranks of index " + open.bound().name() + " of store " + open.keys().store() + " " + scan;
    long fingerprint = Fingerprint.of(name + (options.reverse() ? " reverse" : ""));
    byte[] behind = from.isStart() ? new byte[0] : from.position(fingerprint, name);
    CompletableFuture<RecordCursor<Row>> rows =
        bounds
            .find()
            .thenApply(
                found ->
                    found
                        .map(range -> rest(range, open.keys().prefix(), behind, options.reverse()))
                        .filter(range -> Arrays.compareUnsigned(range.begin, range.end) < 0)
                        .map(range -> rows(open, range, options))
                        .orElseGet(Cursors::empty));
    return new RankCursor(Cursors.ofFuture(rows), fingerprint, from);
  }

  /** The part of a range behind a position; the whole range without a position. */
  private static Range rest(Range range, byte[] prefix, byte[] position, boolean reverse) {
    if (position.length == 0) {
      return range;
    }
    byte[] key = ByteArrayUtil.join(prefix, position);
    if (reverse) {
      return new Range(range.begin, least(range.end, key));
    }
    byte[] next = ByteArrayUtil.join(key, BEHIND);
    return new Range(Arrays.compareUnsigned(range.begin, next) < 0 ? next : range.begin, range.end);
  }

  private static byte[] least(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other) < 0 ? one : other;
  }

  private static RecordCursor<Row> rows(OpenIndex open, Range range, ScanOptions options) {
    return open.rows(
        range,
        Continuation.START,
        options,
        (key, value, where) ->
            new Row(open.bound().maintainer().entry(key, value, where), key.pack()));
  }

  @Override
  public CompletableFuture<CursorResult<IndexEntry>> next() {
    return rows.next().thenApply(this::result);
  }

  private CursorResult<IndexEntry> result(CursorResult<Row> result) {
    if (result instanceof CursorResult.Value<Row> value) {
      last = Continuation.at(fingerprint, value.value().position);
      return new CursorResult.Value<>(value.value().entry, last);
    }
    return result.reason().isLimit()
        ? new CursorResult.Stop<>(result.reason(), last)
        : CursorResult.Stop.exhausted();
  }

  @Override
  public void close() {
    rows.close();
  }
}
