package dev.tenure.embedded.range;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.write.WriteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a read sees: the stored rows at the transaction's version, the rows already known,
 * and the transaction's own writes unless it reads stored rows only.
 *
 * @param readEnd the end of the keys that may be read
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ReadView(
    StoredRanges stored, KnownRows known, @Nullable WriteBuffer writes, byte[] readEnd) {

  /** One batch of a range; takes its rows off the limits, and leaves the selectors alone. */
  public RangeBatch read(Selector begin, Selector end, RangeLimits limits, boolean reverse) {
    RangeBatch fresh = FreshScan.run(this, begin, end, limits, reverse);
    if (fresh != null) {
      return fresh;
    }
    return reverse
        ? new BackwardScan(this, begin.copy(), end.copy(), limits).run()
        : new ForwardScan(this, begin.copy(), end.copy(), limits).run();
  }

  /** The key a selector stands for, or a border when it runs off. */
  public byte[] keyOf(Selector selector) {
    return RangeScan.keyOf(this, selector);
  }

  Segments segments() {
    return Segments.of(known, writes);
  }

  /** Reads stored rows and adds them, and the keys between them, to what is known. */
  void fetch(Selector begin, Selector end, RangeLimits limits, boolean reverse) {
    RangeBatch batch = stored.read(begin, end, limits, reverse);
    KnownRange range = KnownRange.of(batch, begin, end, reverse);
    if (!range.isEmpty()) {
      known.add(range.begin(), range.end(), reverse ? reversed(batch.rows()) : batch.rows());
    }
  }

  /** As {@link #fetch}, of keys between two others of which nothing is known; gives the rows. */
  RangeBatch fetchUnknown(Selector begin, Selector end, RangeLimits limits, boolean reverse) {
    RangeBatch batch = stored.read(begin, end, limits, reverse);
    KnownRange range = KnownRange.of(batch, begin, end, reverse);
    known.addUnknown(range.begin(), range.end(), reverse ? reversed(batch.rows()) : batch.rows());
    return batch;
  }

  private static List<KeyValue> reversed(List<KeyValue> rows) {
    List<KeyValue> reversed = new ArrayList<>(rows);
    Collections.reverse(reversed);
    return reversed;
  }
}
