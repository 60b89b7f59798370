package dev.tenure.record.serialize;

/**
 * The times of the first and the last save of a record, in milliseconds since 1970-01-01T00:00Z.
 * The clocks of two processes differ, so the time of the update may be before that of the creation.
 */
public record RecordTimes(long createdMillis, long updatedMillis) {
  /** The end of the year 9999. */
  static final long MILLIS_MAX = 253_402_300_799_999L;

  /**
   * Checks the components.
   *
   * @throws IllegalArgumentException for a time before 1970 or after 9999
   */
  public RecordTimes {
    requireTime("createdMillis", createdMillis);
    requireTime("updatedMillis", updatedMillis);
  }

  private static void requireTime(String name, long millis) {
    if (!isTime(millis)) {
      throw new IllegalArgumentException(name + " is " + millis + ", expected 0 to " + MILLIS_MAX);
    }
  }

  static boolean isTime(long millis) {
    return millis >= 0 && millis <= MILLIS_MAX;
  }
}
