package dev.tenure.embedded.range;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range in which the transaction has neither written nor read before, the most frequent
 * kind of range read. One request to storage answers it. {@link ForwardScan} and {@link
 * BackwardScan} would take the same rows segment by segment.
 *
 * <p>If the transaction has read keys further on in the range, this class still answers a read that
 * is limited by rows only and reaches its limit before those keys. A read with a limit of bytes is
 * left to the other scans, since that limit depends on the number of requests.
 */
public final class FreshScan {

  private FreshScan() {}

  /**
   * Reads the batch. Returns null, and leaves {@code limits} unchanged, when the range is not of
   * this kind.
   */
  static @Nullable RangeBatch run(
      ReadView view, Selector begin, Selector end, RangeLimits limits, boolean reverse) {
    if (!begin.isFirstAtOrAfter()
        || !end.isFirstAtOrAfter()
        || !KeyBytes.isBefore(begin.key, end.key)
        || (view.writes() != null && !view.writes().isTransparent())) {
      return null;
    }
    if (view.known().isUnknown(begin.key, end.key)) {
      return read(view, begin, end, limits, reverse);
    }
    if (limits.hasBytes()) {
      return null;
    }
    return reverse
        ? readDownToKnown(view, begin, end, limits)
        : readUpToKnown(view, begin, end, limits);
  }

  private static @Nullable RangeBatch readUpToKnown(
      ReadView view, Selector begin, Selector end, RangeLimits limits) {
    byte[] known = view.known().nextBegin(begin.key);
    if (known == null || view.known().at(begin.key) != null) {
      return null;
    }
    Selector to = Selector.firstAtOrAfter(KeyBytes.least(known, end.key));
    return ifReached(read(view, begin, to, limits.copy(), false), limits);
  }

  private static @Nullable RangeBatch readDownToKnown(
      ReadView view, Selector begin, Selector end, RangeLimits limits) {
    KnownRows.Known known = view.known().lower(end.key);
    if (known == null || KeyBytes.compare(known.end(), end.key) >= 0) {
      return null;
    }
    Selector from = Selector.firstAtOrAfter(KeyBytes.greatest(known.end(), begin.key));
    return ifReached(read(view, from, end, limits.copy(), true), limits);
  }

  private static @Nullable RangeBatch ifReached(RangeBatch batch, RangeLimits limits) {
    return batch.rows().size() == limits.rows ? batch : null;
  }

  private static RangeBatch read(
      ReadView view, Selector begin, Selector end, RangeLimits limits, boolean reverse) {
    RangeBatch batch = view.fetchUnknown(begin, end, limits.forRequest(0, 1, 0), reverse);
    List<KeyValue> rows = batch.rows();
    int taken = 0;
    while (taken < rows.size() && !limits.isReached()) {
      limits.take(rows.get(taken));
      taken++;
    }
    boolean stopped = batch.more() || limits.isReached();
    return new RangeBatch(rows.subList(0, taken), stopped, false, false);
  }
}
