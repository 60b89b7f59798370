package dev.tenure.record.structure;

/**
 * How a {@link BunchedMap} makes its bunches. All of it but {@code togetherColumns} may change:
 * bunches that are there stay as they are until something in them changes.
 *
 * @param entriesMax how many entries share a key, at least 1 and at most 1,000
 * @param bytesMax bytes of a value, from 1,000 to 90,000; a larger entry is alone in its bunch
 * @param togetherColumns how many of the first columns all keys of a bunch have in common, so that
 *     ranges of those columns can be cleared; never changed
 */
public record BunchOptions(int entriesMax, int bytesMax, int togetherColumns) {
  /** The most that an option may ask for. */
  public static final int ENTRIES_LIMIT = 1_000;

  /** About what FoundationDB recommends for values. */
  public static final int BYTES_DEFAULT = 10_000;

  private static final int BYTES_LEAST = 1_000;
  private static final int BYTES_LIMIT = 90_000;

  public BunchOptions {
    if (entriesMax < 1 || entriesMax > ENTRIES_LIMIT) {
      throw new IllegalArgumentException(
          "bunches of " + entriesMax + " entries, expected 1 to " + ENTRIES_LIMIT);
    }
    if (bytesMax < BYTES_LEAST || bytesMax > BYTES_LIMIT) {
      throw new IllegalArgumentException(
          "bunches of " + bytesMax + " bytes, expected " + BYTES_LEAST + " to " + BYTES_LIMIT);
    }
    if (togetherColumns < 0) {
      throw new IllegalArgumentException(
          "bunches with " + togetherColumns + " columns in common, the least is 0");
    }
  }

  /** Bunches of so many entries, of 10,000 bytes. */
  public static BunchOptions of(int entriesMax, int togetherColumns) {
    return new BunchOptions(entriesMax, BYTES_DEFAULT, togetherColumns);
  }
}
