package dev.tenure.record.serialize;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The fields that are stored with a record before its message.
 *
 * @param schemaVersion the version of the metadata with which the record was saved
 * @param typeKey the record type, when the record's key does not contain it
 * @param times when the record was created and updated, if its type keeps times
 */
public record RecordHead(int schemaVersion, OptionalInt typeKey, Optional<RecordTimes> times) {
  /**
   * Checks the components.
   *
   * @throws IllegalArgumentException when the schema version or the type key is negative
   */
  public RecordHead {
    requireNotNegative("schemaVersion", schemaVersion);
    requireNotNegative("typeKey", typeKey.orElse(0));
    Objects.requireNonNull(times, "times");
  }

  /** A head without type key and times. */
  public static RecordHead of(int schemaVersion) {
    return new RecordHead(schemaVersion, OptionalInt.empty(), Optional.empty());
  }

  public RecordHead withTypeKey(int newTypeKey) {
    return new RecordHead(schemaVersion, OptionalInt.of(newTypeKey), times);
  }

  public RecordHead withTimes(RecordTimes newTimes) {
    return new RecordHead(schemaVersion, typeKey, Optional.of(newTimes));
  }

  private static void requireNotNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " is " + value + ", the least is 0");
    }
  }
}
