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

  /**
   * Reads one batch of a range. Reduces the limits by its rows, and does not change the selectors.
   */
  public RangeBatch read(Selector begin, Selector end, RangeLimits limits, boolean reverse) {
    RangeBatch fresh = FreshScan.run(this, begin, end, limits, reverse);
    if (fresh != null) {
      return fresh;
    }
    return reverse
        ? new BackwardScan(this, begin.copy(), end.copy(), limits).run()
        : new ForwardScan(this, begin.copy(), end.copy(), limits).run();
  }

  /**
   * The key to which a selector resolves, or a border of the key space when the selector runs off
   * it.
   */
  public byte[] keyOf(Selector selector) {
    return RangeScan.keyOf(this, selector);
  }

  Segments segments() {
    return Segments.of(known, writes);
  }

  /**
   * Reads stored rows and adds them to the known rows, together with the absence of the keys
   * between them.
   */
  void fetch(Selector begin, Selector end, RangeLimits limits, boolean reverse) {
    RangeBatch batch = stored.read(begin, end, limits, reverse);
    KnownRange range = KnownRange.of(batch, begin, end, reverse);
    if (!range.isEmpty()) {
      known.add(range.begin(), range.end(), reverse ? reversed(batch.rows()) : batch.rows());
    }
  }

  /** As {@link #fetch}, for a range of which nothing is known. Returns the rows. */
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
