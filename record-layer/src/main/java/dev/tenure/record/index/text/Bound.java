package dev.tenure.record.index.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The position at which a scan continues: at a record, or after it, in the order of the scan. */
final class Bound {
  private static final Bound START = new Bound(null, false);

  private final byte @Nullable [] key;
  private final boolean behind;

  private Bound(byte @Nullable [] key, boolean behind) {
    this.key = key;
    this.behind = behind;
  }

  /** The position before all records. */
  static Bound start() {
    return START;
  }

  static Bound at(byte[] key) {
    return new Bound(key, false);
  }

  static Bound behind(byte[] key) {
    return new Bound(key, true);
  }

  /** The key of the record; null at the start. */
  byte @Nullable [] key() {
    return key;
  }

  boolean isBehind() {
    return behind;
  }

  /** Whether a record lies at or after this position. */
  boolean admits(byte[] record, boolean reverse) {
    return key == null || compareKeys(key, record, reverse) < (behind ? 0 : 1);
  }

  int compareTo(Bound other, boolean reverse) {
    if (key == null || other.key == null) {
      return Boolean.compare(key != null, other.key != null);
    }
    int order = compareKeys(key, other.key, reverse);
    return order != 0 ? order : Boolean.compare(behind, other.behind);
  }

  static int compareKeys(byte[] left, byte[] right, boolean reverse) {
    int order = Arrays.compareUnsigned(left, right);
    return reverse ? -order : order;
  }
}
