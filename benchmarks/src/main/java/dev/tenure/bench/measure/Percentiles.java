package dev.tenure.bench.measure;

import java.util.Arrays;

/** Numbers, and their percentiles. Not thread-safe. */
public final class Percentiles {
  private static final int FIRST = 64;

  private long[] values = new long[FIRST];
  private int size;
  private boolean sorted = true;

  public void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
    sorted = false;
  }

  public int size() {
    return size;
  }

  /**
   * The nearest rank.
   *
   * @param percent above 0, at most 100
   * @return 0 when there are no numbers
   */
  public long percentile(double percent) {
    if (size == 0) {
      return 0;
    }
    if (!sorted) {
      Arrays.sort(values, 0, size);
      sorted = true;
    }
    int rank = (int) Math.ceil(percent / 100 * size - 1e-9);
    return values[Math.max(0, Math.min(size - 1, rank - 1))];
  }
}
