package dev.tenure.record.store;

/**
 * How large a store may be for opening it to build new indexes there and then.
 *
 * @param recordsMax records of the index's types; 0 to leave all building to others
 * @param bytesMax bytes of keys and values of these records
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
