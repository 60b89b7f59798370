package dev.tenure.campaigns.queries;

/**
 * How large random stores are.
 *
 * @param recordsMax the most records
 * @param valuesMax the most different values of a column, of which each column draws a number
 */
public record StoreSize(int recordsMax, int valuesMax) {
  /** Few records and values, so that conditions and indexes meet in every way. */
  public static final StoreSize SMALL = new StoreSize(30, 7);

  public StoreSize {
    if (recordsMax < 1 || valuesMax < 1) {
      throw new IllegalArgumentException(
          "store of " + recordsMax + " records and " + valuesMax + " values, the least is 1");
    }
  }
}
