package dev.tenure.record.serialize;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is stored about a record beside its message.
 *
 * @param schemaVersion the version of the metadata it was saved with
 * @param typeKey its record type, where the record's key does not tell
 * @param times when it was created and updated, where the store keeps that
 */
public record RecordHead(int schemaVersion, OptionalInt typeKey, Optional<RecordTimes> times) {
  /**
   * A checked head.
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
