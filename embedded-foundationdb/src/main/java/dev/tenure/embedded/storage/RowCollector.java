package dev.tenure.embedded.storage;

import com.apple.foundationdb.KeyValue;
import java.util.ArrayList;
import java.util.List;

/** Collects the rows of a range read until a limit is reached. */
final class RowCollector {
  private static final int ROWS_EXPECTED_MAX = 64;
  private final List<KeyValue> found;
  private final int rowsMax;
  private long bytesLeft;

  RowCollector(int rowsMax, int bytesMax) {
    if (rowsMax < 1 || bytesMax < 1) {
      throw new IllegalArgumentException(
          "a range read of "
              + rowsMax
              + " rows and "
              + bytesMax
              + " bytes; both must be 1 or more");
    }
    this.rowsMax = rowsMax;
    this.bytesLeft = bytesMax;
    this.found = new ArrayList<>(Math.min(rowsMax, ROWS_EXPECTED_MAX));
  }

  /**
   * Adds a row, whose arrays are not copied. Returns false when the limit is reached and no further
   * row is wanted.
   */
  boolean add(byte[] key, byte[] value) {
    found.add(new KeyValue(key, value));
    bytesLeft -= (long) key.length + value.length;
    return bytesLeft > 0 && found.size() < rowsMax;
  }

  List<KeyValue> rows() {
    return found;
  }
}
