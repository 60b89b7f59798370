package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A set of keys, as disjoint ranges below a prefix: what is already done of a long work on a range
 * of keys. The keys are any bytes, in the order of bytes without sign. Immutable and safe for use
 * by many threads.
 *
 * <p>Conflicts are about keys of the set, not about rows. An insert conflicts with what others ask
 * or insert within its range, and with those that grow a range it joins; {@link #contains} with
 * inserts of that very key. So it costs nothing to ask about one end of the set while the other is
 * growing.
 *
 * <p>{@code docs/online-building.md} says what builds of indexes use it for.
 */
public final class RangeSet {
  private final RangeRows rows;
  private final Turn turn;

  private record Turn(ByteBuffer prefix) {}

  /**
   * The set below a prefix, whose rows are made by nobody else.
   *
   * @param name for errors and continuations: whose set this is, and where
   */
  public RangeSet(byte[] prefix, String name) {
    byte[] own = prefix.clone();
    this.rows = new RangeRows(own, name);
    this.turn = new Turn(ByteBuffer.wrap(own));
  }

  /**
   * Adds all keys of a range. Ranges that overlap or touch it become one with it.
   *
   * @return whether any key of the range was missing; fails with KEY_TOO_LARGE when a range begins
   *     at a key too long for a row, and as {@link #contains}; nothing is written then
   * @throws IllegalArgumentException when the range is empty
   */
  public CompletableFuture<Boolean> insert(RecordContext context, Range range) {
    requireNotEmpty(range);
    return context.inTurn(turn, () -> new RangeInsert(rows, context, range).run());
  }

  /**
   * Whether a key is in the set. Conflicts when another transaction adds the key, or clears the
   * set.
   *
   * @return fails with {@link dev.tenure.record.error.RecordLayerException} FORMAT_UNKNOWN or
   *     DAMAGED, naming the row
   */
  public CompletableFuture<Boolean> contains(RecordContext context, byte[] key) {
    context.transaction().addReadConflictKey(rows.conflictKey(key));
    return floor(context, rows, key)
        .thenApply(found -> found.isPresent() && Arrays.compareUnsigned(key, found.get().end) < 0);
  }

  /**
   * The ranges within a range that are not in the set, in order. Read serializably, each conflicts
   * with inserts into it, and those given with inserts between them.
   *
   * @throws IllegalArgumentException when the range is empty, or the options ask for reverse
   * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when the continuation
   *     is of another range
   */
  public RecordCursor<Range> missing(
      RecordContext context, Range within, Continuation from, ScanOptions options) {
    requireNotEmpty(within);
    if (options.reverse()) {
      throw new IllegalArgumentException("missing ranges are given forward only");
    }
    if (options.skip() == 0) {
      return MissingRanges.open(rows, context, within, from, options);
    }
    ScanOptions below = options.withSkip(0).withRowsMax(0);
    return Cursors.page(options, from, at -> MissingRanges.open(rows, context, within, at, below));
  }

  /** Whether all keys of a range are in the set; read serializably. */
  public CompletableFuture<Boolean> isComplete(RecordContext context, Range within) {
    return missing(context, within, Continuation.START, ScanOptions.defaults().withRowsMax(1))
        .first()
        .thenApply(Optional::isEmpty);
  }

  /** Takes all keys out of the set. */
  public void clear(RecordContext context) {
    context.clear(rows.all());
  }

  /**
   * The last range that begins at or before a key, without conflicts: nobody can change whether the
   * key is in it without a conflict on the key's own conflict key.
   */
  static CompletableFuture<Optional<Range>> floor(
      RecordContext context, RangeRows rows, byte[] key) {
    byte[] end = RangeRows.after(rows.conflictKey(key));
    return context
        .reader(true)
        .getRange(rows.prefix(), end, 1, true, StreamingMode.EXACT)
        .asList()
        .thenApply((List<KeyValue> found) -> found.stream().findFirst().map(rows::range));
  }

  private void requireNotEmpty(Range range) {
    if (RangeRows.isEmpty(range)) {
      throw new IllegalArgumentException(
          String.format(
              "range is from \"%s\" to \"%s\", which has no key (%s)",
              ByteArrayUtil.printable(range.begin),
              ByteArrayUtil.printable(range.end),
              rows.name()));
    }
  }
}
