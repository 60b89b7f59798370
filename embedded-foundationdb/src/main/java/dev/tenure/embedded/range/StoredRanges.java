package dev.tenure.embedded.range;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.commit.VersionedReader;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.KeyLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * Range reads and selectors over the stored rows alone, with FoundationDB's limits: a batch is as
 * long as one reply of a storage server would be.
 */
public final class StoredRanges {
  /** The bytes that a storage server counts for a row in addition to its key and value. */
  private static final int ROW_OVERHEAD_BYTES = 24;

  /**
   * Stands for the stored rows while no read version is known. A read that needs a row gets an
   * {@link UnaskedReader.UnaskedException}.
   */
  public static final StoredRanges UNASKED = new StoredRanges(new UnaskedReader());

  private final VersionedReader reader;

  public StoredRanges(VersionedReader reader) {
    this.reader = reader;
  }

  public VersionedReader reader() {
    return reader;
  }

  /**
   * The key to which a selector resolves. The empty key or the end of the key space when the
   * selector runs off it.
   */
  public byte[] keyOf(Selector selector) {
    return find(selector).key();
  }

  /**
   * @param key the key to which the selector resolves, or the border beyond which it would lie
   * @param beyond the number of rows that the selector needs beyond the border
   */
  @SuppressWarnings("ArrayRecordComponent") // a place in the key space, never compared
  private record Found(byte[] key, int beyond) {}

  private Found find(Selector selector) {
    if (selector.isBackward()) {
      int place = 1 - selector.offset;
      List<KeyValue> rows = rows(KeyBytes.EMPTY, selector.key, true, place);
      return rows.size() == place
          ? new Found(rows.get(place - 1).getKey(), 0)
          : new Found(KeyBytes.EMPTY, place - rows.size());
    }
    List<KeyValue> rows = rows(selector.key, KeyLimits.END, false, selector.offset);
    return rows.size() == selector.offset
        ? new Found(rows.get(selector.offset - 1).getKey(), 0)
        : new Found(KeyLimits.END, selector.offset - rows.size());
  }

  private List<KeyValue> rows(byte[] begin, byte[] end, boolean reverse, int rows) {
    if (!KeyBytes.isBefore(begin, end)) {
      return List.of();
    }
    return reader.range(begin, end, reverse, rows, Integer.MAX_VALUE);
  }

  /** Reads a range; {@code limits} is used up. */
  public RangeBatch read(Selector begin, Selector end, RangeLimits limits, boolean reverse) {
    boolean fromStart = begin.key.length == 0 && begin.isBackward();
    if (end.key.length == 0 && end.offset <= 1) {
      return new RangeBatch(List.of(), false, fromStart, false);
    }
    Found first = fromStart ? new Found(KeyBytes.EMPTY, 0) : findBorder(begin);
    Found last = findBorder(end);
    if (first.beyond() > (begin.isBackward() ? 0 : 1) || last.beyond() > offEndAllowed(end)) {
      return readOffTheBorder(first.key(), last.key(), limits, reverse);
    }
    RangeBatch batch = readBetween(first.key(), last.key(), limits, reverse);
    return new RangeBatch(batch.rows(), batch.more(), fromStart, false);
  }

  /**
   * Resolves a selector to a border of a range. For a border, a key itself serves as well as the
   * first stored key at or after it.
   */
  private Found findBorder(Selector selector) {
    return selector.isFirstAtOrAfter() ? new Found(selector.key, 0) : find(selector);
  }

  private static int offEndAllowed(Selector end) {
    return end.isBackward() ? 0 : 1;
  }

  private RangeBatch readOffTheBorder(
      byte[] begin, byte[] end, RangeLimits limits, boolean reverse) {
    if (!KeyBytes.isBefore(begin, end)) {
      return RangeBatch.EMPTY;
    }
    RangeBatch batch = readBetween(begin, end, limits, reverse);
    boolean reachedBegin = begin.length == 0 && !(reverse && batch.more());
    boolean reachedEnd = KeyBytes.compare(end, KeyLimits.END) == 0 && (reverse || !batch.more());
    return new RangeBatch(batch.rows(), batch.more(), reachedBegin, reachedEnd);
  }

  private RangeBatch readBetween(byte[] begin, byte[] end, RangeLimits limits, boolean reverse) {
    List<KeyValue> all = List.of();
    byte[] from = begin;
    byte[] to = end;
    while (KeyBytes.isBefore(from, to)) {
      Reply reply = reply(from, to, limits, reverse);
      limits.take(reply.rows());
      all = all.isEmpty() ? reply.rows() : joined(all, reply.rows());
      if (limits.isReached() || !reply.full() || limits.hasEnoughRows()) {
        return new RangeBatch(all, limits.isReached() || reply.full(), false, false);
      }
      byte[] last = all.get(all.size() - 1).getKey();
      if (reverse) {
        to = last;
      } else {
        from = KeyBytes.after(last);
      }
    }
    return new RangeBatch(all, false, false, false);
  }

  private static List<KeyValue> joined(List<KeyValue> left, List<KeyValue> right) {
    List<KeyValue> joined = new ArrayList<>(left.size() + right.size());
    joined.addAll(left);
    joined.addAll(right);
    return joined;
  }

  /**
   * @param full whether the read stopped at a limit
   */
  private record Reply(List<KeyValue> rows, boolean full) {}

  private Reply reply(byte[] from, byte[] to, RangeLimits limits, boolean reverse) {
    int rowsMax = limits.hasRows() ? limits.rows : Integer.MAX_VALUE;
    if (!limits.hasBytes()) {
      List<KeyValue> rows = reader.range(from, to, reverse, rowsMax, Integer.MAX_VALUE);
      return new Reply(rows, rows.size() == rowsMax);
    }
    if (limits.bytes == 0) {
      List<KeyValue> rows = reader.range(from, to, reverse, limits.rowsMin, Integer.MAX_VALUE);
      return new Reply(rows, rows.size() == limits.rowsMin);
    }
    int bytesMax = Math.min(RangeLimits.REPLY_BYTES_MAX, limits.bytes);
    int rowsThatFit = bytesMax / ROW_OVERHEAD_BYTES + 1;
    List<KeyValue> rows = reader.range(from, to, reverse, Math.min(rowsMax, rowsThatFit), bytesMax);
    return cut(rows, rowsMax, bytesMax);
  }

  private static Reply cut(List<KeyValue> rows, int rowsMax, int bytesMax) {
    int bytes = 0;
    for (int i = 0; i < rows.size(); i++) {
      bytes += RangeLimits.sizeOf(rows.get(i)) + ROW_OVERHEAD_BYTES;
      if (bytes >= bytesMax) {
        return new Reply(rows.subList(0, i + 1), true);
      }
    }
    return new Reply(rows, rows.size() == rowsMax);
  }
}
