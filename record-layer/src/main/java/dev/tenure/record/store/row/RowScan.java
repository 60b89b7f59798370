package dev.tenure.record.store.row;

import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.EndedCursor;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.LeafScan;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import java.util.function.Function;

/** Scans the rows of one store in one transaction. */
public final class RowScan {
  private final RecordContext context;
  private final StoreKeys keys;
  private final Function<Isolation, ReadTransaction> reader;
  private final Function<Isolation, Reread> reread;

  /**
   * Scans of a store.
   *
   * @param reader gives the reader with an isolation
   * @param reread for a scan of split records that begins now
   */
  public RowScan(
      RecordContext context,
      StoreKeys keys,
      Function<Isolation, ReadTransaction> reader,
      Function<Isolation, Reread> reread) {
    this.context = context;
    this.keys = keys;
    this.reader = reader;
    this.reread = reread;
  }

  /**
   * The decoded rows of a range within limits, with a continuation after each row.
   *
   * @param split whether a row may span several keys, as a split record does
   */
  public <T> RecordCursor<T> cursor(
      ScanRange whole,
      Continuation from,
      ScanOptions options,
      boolean split,
      Function<StoredRow, T> decoder) {
    if (options.skip() == 0) {
      return withoutSkip(whole, from, options, split, decoder);
    }
    ScanOptions below = options.withSkip(0).withRowsMax(0);
    return Cursors.page(options, from, at -> withoutSkip(whole, at, below, split, decoder));
  }

  private <T> RecordCursor<T> withoutSkip(
      ScanRange whole,
      Continuation from,
      ScanOptions options,
      boolean split,
      Function<StoredRow, T> decoder) {
    long fingerprint = whole.fingerprint();
    if (from.isEnd()) {
      return new EndedCursor<>();
    }
    ScanRange rest =
        from.isStart() ? whole : whole.behind(from.position(fingerprint, whole.toString()));
    if (rest.isEmpty()) {
      return new EndedCursor<>();
    }
    ReadTransaction transaction = reader.apply(options.isolation());
    Reread again = reread.apply(options.isolation());
    KeyRows rows =
        split && options.rowsMax() > 0
            ? KeyRows.inSteps(transaction, rest, keysOf(options.rowsMax()))
            : KeyRows.read(transaction, rest, options.rowsMax(), streaming(options));
    LeafScan scan =
        new LeafScan(
            fingerprint, from, options.budgetOf(context.environment().clock()), options.rowsMax());
    RowSource source = split ? new SplitRows(rows, rest, keys, again) : rows;
    return Cursors.strict(new ScanCursor<>(source, rest, scan, decoder));
  }

  /** The keys of small records: a version and a part each, and the key behind the last record. */
  private static int keysOf(int records) {
    return (int) Math.min(2L * records + 1, Integer.MAX_VALUE);
  }

  /** Exactly the rows asked for, in one go, unless another limit may come first. */
  private static StreamingMode streaming(ScanOptions options) {
    return options.isLimitedByRowsOnly() ? StreamingMode.EXACT : StreamingMode.ITERATOR;
  }
}
