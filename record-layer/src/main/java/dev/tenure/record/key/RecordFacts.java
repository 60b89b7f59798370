package dev.tenure.record.key;

import org.jspecify.annotations.Nullable;

/**
 * The facts about a record, beside its message, that columns may read. A fact that the record does
 * not have is null.
 *
 * @param version the version of the commit that last saved the record, incomplete within that
 *     transaction
 * @param createdMillis the time of the first save, in milliseconds since 1970-01-01T00:00Z
 * @param updatedMillis the time of the last save, in the same unit
 * @param storedBytes the bytes of the record as {@link StoredColumn#STORED_SIZE} counts them
 */
public record RecordFacts(
    @Nullable RecordVersion version,
    @Nullable Long createdMillis,
    @Nullable Long updatedMillis,
    @Nullable Long storedBytes) {
  /** The facts of a record that is not stored. */
  public static final RecordFacts NONE = new RecordFacts(null, null, null, null);

  /** The facts of a record that has only a version. */
  public static RecordFacts of(@Nullable RecordVersion version) {
    return version == null ? NONE : new RecordFacts(version, null, null, null);
  }

  /** The value of a column; null when the record has none. */
  public @Nullable Long value(StoredColumn column) {
    return switch (column) {
      case CREATED -> createdMillis;
      case UPDATED -> updatedMillis;
      case STORED_SIZE -> storedBytes;
    };
  }
}
