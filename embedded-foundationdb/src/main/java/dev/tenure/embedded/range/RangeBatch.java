package dev.tenure.embedded.range;

import com.apple.foundationdb.KeyValue;
import java.util.List;

/**
 * The result of one range read.
 *
 * @param rows the rows in the order of the read
 * @param more whether the read stopped before it knew that it had reached the end of the range
 * @param reachedBegin whether a selector ran off the lower end of the key space
 * @param reachedEnd whether a selector ran off the upper end of the keys that may be read
 */
public record RangeBatch(
    List<KeyValue> rows, boolean more, boolean reachedBegin, boolean reachedEnd) {
  public static final RangeBatch EMPTY = new RangeBatch(List.of(), false, false, false);

  KeyValue first() {
    return rows.get(0);
  }

  public KeyValue last() {
    return rows.get(rows.size() - 1);
  }
}
