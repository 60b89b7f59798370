package dev.tenure.embedded.range;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import java.util.List;

/**
 * The remaining limits of a range read: rows, bytes, and the number of first rows to which the
 * limit of bytes does not apply. Mutable: taking a row reduces them.
 */
public final class RangeLimits {
  static final int UNLIMITED = -1;

  /** The most bytes one reply of a storage server holds. */
  static final int REPLY_BYTES_MAX = 80_000;

  private static final int ROW_OVERHEAD_BYTES = 8;
  private static final int[] ITERATOR_BYTES = {
    4096, 6144, 9216, 13824, 20736, 31104, 46656, 69984, 80000, 120000
  };

  int rows;
  int rowsMin;
  int bytes;

  private RangeLimits(int rows, int rowsMin, int bytes) {
    this.rows = rows;
    this.rowsMin = rowsMin;
    this.bytes = bytes;
  }

  static RangeLimits ofRows(int rows) {
    return new RangeLimits(rows, 1, UNLIMITED);
  }

  /**
   * The limits of one batch.
   *
   * @param rows 0 or −1 for no limit
   * @param iteration the number of the batch, from 1; {@link StreamingMode#ITERATOR} grows with it
   */
  public static RangeLimits ofBatch(int rows, StreamingMode mode, int iteration) {
    return new RangeLimits(rows == 0 ? UNLIMITED : rows, 1, batchBytes(mode, iteration));
  }

  /** Whether a batch would have no limit at all, which {@link StreamingMode#EXACT} must have. */
  public static boolean isBoundless(int rows, StreamingMode mode) {
    return mode == StreamingMode.EXACT && (rows == 0 || rows == UNLIMITED);
  }

  private static int batchBytes(StreamingMode mode, int iteration) {
    return switch (mode) {
      case ITERATOR -> ITERATOR_BYTES[Math.min(iteration, ITERATOR_BYTES.length) - 1];
      case EXACT -> UNLIMITED;
      case SMALL -> 256;
      case MEDIUM -> 1000;
      case LARGE -> 4096;
      case SERIAL, WANT_ALL -> REPLY_BYTES_MAX;
    };
  }

  public RangeLimits copy() {
    return new RangeLimits(rows, rowsMin, bytes);
  }

  boolean hasRows() {
    return rows != UNLIMITED;
  }

  boolean hasBytes() {
    return bytes != UNLIMITED;
  }

  public boolean isReached() {
    return rows == 0 || (bytes == 0 && rowsMin == 0);
  }

  boolean hasEnoughRows() {
    return hasBytes() && rowsMin == 0;
  }

  public boolean isLegal() {
    return (rows >= 0 || rows == UNLIMITED) && (rowsMin <= rows || rows == UNLIMITED);
  }

  public void take(KeyValue row) {
    rowsMin = Math.max(0, rowsMin - 1);
    if (hasRows()) {
      rows--;
    }
    if (hasBytes()) {
      bytes = Math.max(0, bytes - ROW_OVERHEAD_BYTES - sizeOf(row));
    }
  }

  void take(List<KeyValue> taken) {
    for (KeyValue row : taken) {
      take(row);
    }
  }

  public static int sizeOf(KeyValue row) {
    return row.getKey().length + row.getValue().length;
  }

  /**
   * The limits of a request to storage for this read.
   *
   * @param extraRows rows that the read will not return, because they are cleared or beyond the
   *     range
   * @param offsetRows rows that the selectors pass over
   * @param requests the requests already made for this read; each doubles the limit of bytes
   */
  RangeLimits forRequest(long extraRows, int offsetRows, int requests) {
    RangeLimits request = copy();
    request.rowsMin = bounded(Math.max(1 + extraRows, offsetRows));
    if (request.hasRows() || bytes == 0) {
      request.rows = bounded(Math.max(Math.max(1, request.rows) + extraRows, offsetRows));
    }
    if (bytes == 0) {
      request.bytes = UNLIMITED;
    } else if (request.hasBytes()) {
      long grown = (long) request.bytes << Math.min(requests, 20);
      request.bytes = (int) Math.min(grown, REPLY_BYTES_MAX);
    }
    return request;
  }

  private static int bounded(long rows) {
    return (int) Math.min(rows, Integer.MAX_VALUE);
  }
}
