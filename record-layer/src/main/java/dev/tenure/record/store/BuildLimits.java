package dev.tenure.record.store;

/**
 * The size up to which a store builds new indexes in the transaction that opens it. A larger store
 * opens with the new indexes {@link IndexState#DISABLED}, and an {@code OnlineIndexer} builds them.
 *
 * @param recordsMax the most records of the index's types; 0 never builds when a store is opened
 * @param bytesMax the most bytes of keys and values of these records
 */
public record BuildLimits(int recordsMax, long bytesMax) {
  private static final BuildLimits DEFAULTS = new BuildLimits(200, 500_000);

  public BuildLimits {
    if (recordsMax < 0 || bytesMax < 0) {
      throw new IllegalArgumentException(
          "build limits are " + recordsMax + " records and " + bytesMax + " bytes, the least is 0");
    }
  }

  /** 200 records and 500,000 bytes. */
  public static BuildLimits defaults() {
    return DEFAULTS;
  }
}
