package dev.tenure.campaigns.queries;

/**
 * How large random stores are.
 *
 * @param recordsMin the fewest records
 * @param recordsMax the most records
 * @param valuesMax the most different values of a column, of which each column draws a number
 * @param indexesMin the fewest indexes
 * @param indexesMax the most indexes
 * @param everyKind whether there are versions and indexes of groups, too
 */
public record StoreSize(
    int recordsMin,
    int recordsMax,
    int valuesMax,
    int indexesMin,
    int indexesMax,
    boolean everyKind) {
  /** Few records and values, so that conditions and indexes meet in every way. */
  public static final StoreSize SMALL = new StoreSize(0, 30, 7, 0, 6, true);

  public StoreSize {
    if (recordsMin < 0 || recordsMax < Math.max(1, recordsMin) || valuesMax < 1) {
      throw new IllegalArgumentException(
          "store of " + recordsMin + " to " + recordsMax + " records, " + valuesMax + " values");
    }
    if (indexesMin < 0 || indexesMax < indexesMin) {
      throw new IllegalArgumentException(
          "store of " + indexesMin + " to " + indexesMax + " indexes");
    }
  }

  /** Many records, values and indexes, so that plans differ in what they read. */
  public static StoreSize large(int recordsMax) {
    return new StoreSize(recordsMax / 4, recordsMax, 100, 3, 10, false);
  }
}
