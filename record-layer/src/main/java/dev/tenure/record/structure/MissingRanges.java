package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.async.AsyncIterator;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.LeafScan;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The gaps between the ranges of a set. The position of a continuation is the end of the last
 * returned gap, at which a range of the set begins.
 */
final class MissingRanges implements RecordCursor<Range> {
  private final RangeRows rows;
  private final RecordContext context;
  private final Isolation isolation;
  private final LeafScan scan;
  private final byte[] end;

  /** The begin of the next missing range, unless a range of the set begins there. */
  private byte[] at;

  private @Nullable AsyncIterator<KeyValue> iterator;

  private MissingRanges(
      RangeRows rows, RecordContext context, Isolation isolation, LeafScan scan, Range rest) {
    this.rows = rows;
    this.context = context;
    this.isolation = isolation;
    this.scan = scan;
    this.at = rest.begin;
    this.end = rest.end;
  }

  static RecordCursor<Range> open(
      RangeRows rows, RecordContext context, Range within, Continuation from, ScanOptions options) {
    if (from.isEnd()) {
      return Cursors.empty();
    }
    byte[] name = rows.name().getBytes(StandardCharsets.UTF_8);
    long fingerprint = Fingerprint.of(name, rows.prefix(), within.begin, within.end);
    byte[] begin = within.begin;
    if (!from.isStart()) {
      begin = position(rows, from.position(fingerprint, "missing ranges"), within);
    }
    if (Arrays.equals(begin, within.end)) {
      return Cursors.empty();
    }
    LeafScan scan =
        new LeafScan(
            fingerprint, from, options.budgetOf(context.environment().clock()), options.rowsMax());
    return Cursors.strict(
        new MissingRanges(rows, context, options.isolation(), scan, new Range(begin, within.end)));
  }

  private static byte[] position(RangeRows rows, byte[] position, Range within) {
    if (Arrays.compareUnsigned(position, within.begin) <= 0
        || Arrays.compareUnsigned(position, within.end) > 0) {
      throw new RecordLayerException(
          RecordLayerException.Code.CONTINUATION_REFUSED,
          "continuation is at a key outside of the range that is looked through ("
              + rows.name()
              + ")");
    }
    return position;
  }

  @Override
  public CompletableFuture<CursorResult<Range>> next() {
    Optional<CursorResult.Stop<Range>> stop = scan.stop();
    if (stop.isPresent()) {
      return CompletableFuture.completedFuture(stop.get());
    }
    AsyncIterator<KeyValue> reading = iterator;
    return reading == null ? begin().thenCompose(this::gap) : gap(reading);
  }

  /** Skips the range that reaches over the begin, and begins to read those behind. */
  private CompletableFuture<AsyncIterator<KeyValue>> begin() {
    byte[] from = rows.conflictKey(at);
    ReadTransaction reader = isolation.reader(context);
    if (isolation == Isolation.SERIALIZABLE) {
      context.transaction().addReadConflictKey(from);
    }
    AsyncIterator<KeyValue> reading =
        reader
            .getRange(
                RangeRows.after(from),
                rows.conflictRange(new Range(at, end)).end,
                ReadTransaction.ROW_LIMIT_UNLIMITED,
                false,
                StreamingMode.ITERATOR)
            .iterator();
    iterator = reading;
    return RangeSet.floor(context, rows, at)
        .thenApply(
            found -> {
              found.ifPresent(this::pass);
              return reading;
            });
  }

  private void pass(Range range) {
    if (Arrays.compareUnsigned(range.end, at) > 0) {
      at = range.end;
    }
  }

  private CompletableFuture<CursorResult<Range>> gap(AsyncIterator<KeyValue> reading) {
    GapSearch search = new GapSearch();
    return AsyncLoop.whileTrue(
            () -> reading.onHasNext().thenApply(has -> search.read(reading, has)))
        .thenApply(nothing -> search.result());
  }

  /** Reads rows up to the next missing range. */
  private final class GapSearch {
    private @Nullable Range found;
    private long bytes;

    /** Whether to continue reading. */
    boolean read(AsyncIterator<KeyValue> reading, boolean has) {
      if (!has) {
        found = Arrays.compareUnsigned(at, end) < 0 ? new Range(at, end) : null;
        at = end;
        return false;
      }
      KeyValue row = reading.next();
      bytes += (long) row.getKey().length + row.getValue().length;
      Range next = rows.range(row);
      int order = Arrays.compareUnsigned(next.begin, at);
      if (order < 0) {
        throw rows.overlap(at, next);
      }
      found = order > 0 ? new Range(at, next.begin) : null;
      at = next.end;
      return found == null;
    }

    CursorResult<Range> result() {
      Range gap = found;
      return gap == null
          ? CursorResult.Stop.exhausted()
          : new CursorResult.Value<>(gap, scan.read(gap.end, bytes));
    }
  }

  @Override
  public void close() {
    AsyncIterator<KeyValue> reading = iterator;
    if (reading != null) {
      reading.cancel();
    }
  }
}
