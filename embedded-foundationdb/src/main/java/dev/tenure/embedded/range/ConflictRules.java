package dev.tenure.embedded.range;

import com.apple.foundationdb.Range;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.KeyLimits;

/**
 * Computes the conflict range of a read, as FoundationDB does: the keys whose change could change
 * the result. For selectors with offsets other than 0 and 1 the range is larger than necessary.
 */
public final class ConflictRules {

  private ConflictRules() {}

  /** The conflict range of {@code getKey} with a selector that resolved to {@code resolved}. */
  public static Range ofKey(Selector selector, byte[] resolved) {
    return selector.isBackward()
        ? new Range(resolved, selector.key)
        : new Range(selector.key, KeyLimits.after(resolved));
  }

  public static Range ofRange(
      Selector begin, Selector end, RangeBatch batch, boolean reverse, byte[] readEnd) {
    Range asked = reverse ? askedBackward(begin, end, batch) : askedForward(begin, end, batch);
    byte[] from = batch.reachedBegin() && begin.isBackward() ? KeyBytes.EMPTY : asked.begin;
    byte[] to = batch.reachedEnd() && !end.isBackward() ? readEnd : asked.end;
    if (batch.rows().isEmpty()) {
      return new Range(from, to);
    }
    byte[] lowest = (reverse ? batch.last() : batch.first()).getKey();
    byte[] highest = (reverse ? batch.first() : batch.last()).getKey();
    if (reverse || begin.isBackward()) {
      from = KeyBytes.least(from, lowest);
    }
    if ((!reverse || !end.isBackward()) && KeyBytes.compare(to, highest) <= 0) {
      to = KeyLimits.after(highest);
    }
    return new Range(from, to);
  }

  /** Nothing after the last row matters to a forward read that stopped at a limit. */
  private static Range askedForward(Selector begin, Selector end, RangeBatch batch) {
    if (!KeyBytes.isBefore(begin.key, end.key)) {
      return new Range(end.key, begin.key);
    }
    boolean endsWithRows = !end.isBackward() && batch.more();
    return new Range(begin.key, endsWithRows ? begin.key : end.key);
  }

  /** Nothing before the last row matters to a backward read that stopped at a limit. */
  private static Range askedBackward(Selector begin, Selector end, RangeBatch batch) {
    if (!KeyBytes.isBefore(begin.key, end.key)) {
      return new Range(end.key, begin.key);
    }
    boolean beginsWithRows = begin.offset <= 1 && batch.more();
    return new Range(beginsWithRows ? end.key : begin.key, end.key);
  }

  /**
   * The conflict range of a range read of stored rows only, whose batch may hold rows that the
   * transaction may not read.
   */
  public static Range ofStoredRange(
      Selector begin, Selector end, RangeBatch batch, boolean reverse) {
    byte[] from = storedBegin(begin, batch, reverse);
    if (end.offset > begin.offset && KeyBytes.isBefore(end.key, from)) {
      from = end.key;
    }
    byte[] to = storedEnd(end, batch, reverse);
    if (begin.offset < end.offset && KeyBytes.compare(begin.key, to) > 0) {
      to = begin.key;
    }
    return new Range(from, to);
  }

  private static byte[] storedBegin(Selector begin, RangeBatch batch, boolean reverse) {
    if (batch.reachedBegin()) {
      return KeyBytes.EMPTY;
    }
    boolean asked = (!reverse || !batch.more() || begin.offset > 1) && !begin.isBackward();
    if (asked || batch.rows().isEmpty()) {
      return begin.key;
    }
    return (reverse ? batch.last() : batch.first()).getKey();
  }

  private static byte[] storedEnd(Selector end, RangeBatch batch, boolean reverse) {
    if (batch.reachedEnd()) {
      return KeyLimits.END;
    }
    boolean asked = (reverse || !batch.more() || end.isBackward()) && end.offset <= 1;
    if (asked || batch.rows().isEmpty()) {
      return end.key;
    }
    return KeyLimits.after((reverse ? batch.first() : batch.last()).getKey());
  }
}
