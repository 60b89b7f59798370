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
 * A set of keys, stored as disjoint ranges. It records which parts of a long operation over a key
 * range are done, such as an index build. Keys are any bytes, compared as unsigned bytes. Immutable
 * and safe for use by many threads.
 *
 * <p>Example: the set {@code [a, c) [f, k)}, after an insert of {@code [c, f)}, is {@code [a, k)}.
 *
 * <p>Conflicts concern keys of the set, not its rows:
 *
 * <ul>
 *   <li>An insert conflicts with queries and inserts of other transactions within its range, and
 *       with inserts that extend a range that it joins.
 *   <li>{@link #contains} conflicts with inserts of that key.
 * </ul>
 *
 * <p>So a query at one end of the set does not conflict with inserts at the other.
 *
 * <p>{@code docs/online-building.md} describes its use by index builds.
 */
public final class RangeSet {
  private final RangeRows rows;
  private final Turn turn;

  private record Turn(ByteBuffer prefix) {}

  /**
   * The set with the given key prefix. Nothing else may write below the prefix.
   *
   * @param name the name of the set in errors and continuations
   */
  public RangeSet(byte[] prefix, String name) {
    byte[] own = prefix.clone();
    this.rows = new RangeRows(own, name);
    this.turn = new Turn(ByteBuffer.wrap(own));
  }

  /**
   * Adds all keys of a range. Ranges that overlap or adjoin it are merged with it.
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
   * Whether a key is in the set. The transaction conflicts when another one adds the key, or clears
   * the set.
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
   * The gaps of the set within a range, in order. A serializable read conflicts with inserts into
   * these gaps and between them.
   *
   * @throws IllegalArgumentException when the range is empty, or the options ask for reverse
   * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when the continuation
   *     belongs to another range
   */
  public RecordCursor<Range> missing(
      RecordContext context, Range within, Continuation from, ScanOptions options) {
    requireNotEmpty(within);
    if (options.reverse()) {
      throw new IllegalArgumentException(
          "missing ranges cannot be scanned in reverse, expected a forward scan");
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

  /** Removes all keys from the set. */
  public void clear(RecordContext context) {
    context.clear(rows.all());
  }

  /**
   * The last range that begins at or before a key, read without conflicts. The caller adds a
   * conflict on the key's conflict key, which every change of the key's membership writes.
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
