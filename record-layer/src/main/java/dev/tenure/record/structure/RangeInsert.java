package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import dev.tenure.record.context.RecordContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One insert into a range set.
 *
 * <p>The insert conflicts when another transaction changes one of three things:
 *
 * <ul>
 *   <li>the keys within the range, since every insert adds write conflicts on the keys of its
 *       range;
 *   <li>the rows that begin within the range or at its end;
 *   <li>the row before the range, if it reaches up to it.
 * </ul>
 *
 * <p>So when two inserts would extend the same row, the later one sees the result of the earlier
 * one.
 */
final class RangeInsert {
  private final RangeRows rows;
  private final RecordContext context;
  private final Range range;

  RangeInsert(RangeRows rows, RecordContext context, Range range) {
    this.rows = rows;
    this.context = context;
    this.range = range;
  }

  /** Inserts the range. Returns whether any of its keys was missing. */
  CompletableFuture<Boolean> run() {
    CompletableFuture<Optional<Range>> front = RangeSet.floor(context, rows, range.begin);
    CompletableFuture<List<KeyValue>> inside =
        context
            .transaction()
            .getRange(
                rows.conflictKey(range.begin),
                RangeRows.after(rows.conflictKey(range.end)),
                ReadTransaction.ROW_LIMIT_UNLIMITED,
                false,
                StreamingMode.WANT_ALL)
            .asList();
    return front.thenCombine(inside, this::joined).thenApply(this::write);
  }

  /** The ranges that overlap or touch the new one, in order. */
  private List<Range> joined(Optional<Range> front, List<KeyValue> inside) {
    List<Range> found = new ArrayList<>();
    front.filter(left -> Arrays.compareUnsigned(left.begin, range.begin) < 0).ifPresent(found::add);
    for (KeyValue row : inside) {
      Range next = rows.range(row);
      Range last = found.isEmpty() ? null : found.get(found.size() - 1);
      if (last != null && Arrays.compareUnsigned(next.begin, last.end) < 0) {
        throw rows.overlap(last.end, next);
      }
      if (Arrays.compareUnsigned(next.begin, range.end) <= 0) {
        found.add(next);
      }
    }
    found.removeIf(each -> Arrays.compareUnsigned(each.end, range.begin) < 0);
    return found;
  }

  private boolean write(List<Range> joined) {
    joined.forEach(each -> context.transaction().addReadConflictKey(rows.key(each.begin)));
    if (isCovered(joined)) {
      return false;
    }
    byte[] begin = range.begin;
    byte[] end = range.end;
    for (Range each : joined) {
      begin = Arrays.compareUnsigned(each.begin, begin) < 0 ? each.begin : begin;
      end = Arrays.compareUnsigned(each.end, end) > 0 ? each.end : end;
    }
    byte[] key = rows.key(begin);
    joined.stream()
        .map(each -> rows.key(each.begin))
        .filter(old -> !Arrays.equals(old, key))
        .forEach(context::clear);
    context.set(key, RangeRows.value(end));
    Range written = rows.conflictRange(range);
    context.transaction().addWriteConflictRange(written.begin, written.end);
    return true;
  }

  private boolean isCovered(List<Range> joined) {
    byte[] at = range.begin;
    for (Range each : joined) {
      if (Arrays.compareUnsigned(each.begin, at) > 0) {
        return false;
      }
      at = each.end;
    }
    return Arrays.compareUnsigned(at, range.end) >= 0;
  }
}
