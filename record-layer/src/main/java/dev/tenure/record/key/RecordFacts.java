package dev.tenure.record.key;

import org.jspecify.annotations.Nullable;

/**
 * The facts about a record, beside its message, that columns may read. A fact that the record does
 * not have is null.
 *
 * @param version of the commit that last saved it, incomplete within that transaction
 * @param createdMillis when it was first saved, in milliseconds since 1970-01-01T00:00Z
 * @param updatedMillis when it was last saved, likewise
 * @param storedBytes its bytes as {@link StoredColumn#STORED_SIZE} counts them
 */
public record RecordFacts(
    @Nullable RecordVersion version,
    @Nullable Long createdMillis,
    @Nullable Long updatedMillis,
    @Nullable Long storedBytes) {
  /** The facts of a record that is not stored. */
  public static final RecordFacts NONE = new RecordFacts(null, null, null, null);

  /** A version and nothing else. */
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
