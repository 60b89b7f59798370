package dev.tenure.record.structure;

/**
 * The options by which a {@link BunchedMap} groups entries into bunches. All options except {@code
 * togetherColumns} may be changed later: an existing bunch keeps its form until one of its entries
 * changes.
 *
 * @param entriesMax the most entries that share one key, 1 to 1,000
 * @param bytesMax the most bytes of a value, 1,000 to 90,000; an entry that is larger has a bunch
 *     to itself
 * @param togetherColumns the number of leading columns that all keys of a bunch have in common.
 *     Ranges of these columns can be cleared. Must never change
 */
public record BunchOptions(int entriesMax, int bytesMax, int togetherColumns) {
  /** The upper limit of {@code entriesMax}. */
  public static final int ENTRIES_LIMIT = 1_000;

  /** The default of {@code bytesMax}, about the size that FoundationDB recommends for values. */
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

  /** Options with the given number of entries, and 10,000 bytes. */
  public static BunchOptions of(int entriesMax, int togetherColumns) {
    return new BunchOptions(entriesMax, BYTES_DEFAULT, togetherColumns);
  }
}
