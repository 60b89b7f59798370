package dev.tenure.record.store;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.RecordFacts;
import dev.tenure.record.key.RecordVersion;
import dev.tenure.record.plan.node.QueryRecord;
import dev.tenure.record.serialize.RecordTimes;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A record as it is stored. Immutable. Two records of equal content are equal, even when different
 * transactions loaded them. Only the transaction that loaded a record can {@link
 * RecordStore#replace} it.
 */
public final class StoredRecord implements QueryRecord {
  private final String type;
  private final Tuple primaryKey;
  private final Message message;
  private final StoredForm form;
  private final @Nullable RecordVersion recordVersion;
  private final Origin origin;

  /**
   * The origin of a record: the transaction in which it was loaded or saved. The record's content
   * is certain only in that transaction.
   *
   * @param transaction an object that identifies the store in the transaction
   * @param clears the number of ranges that the transaction had cleared
   * @param isolation SNAPSHOT when the read added no read conflict
   */
  record Origin(Object transaction, int clears, Isolation isolation) {}

  StoredRecord(
      String type,
      Tuple primaryKey,
      Message message,
      StoredForm form,
      @Nullable RecordVersion recordVersion,
      Origin origin) {
    this.type = type;
    this.primaryKey = primaryKey;
    this.message = message;
    this.form = form;
    this.recordVersion = recordVersion;
    this.origin = origin;
  }

  /** The name of the record's type. */
  @Override
  public String type() {
    return type;
  }

  /** The columns of the record's primary key, without the record type key. */
  @Override
  public Tuple primaryKey() {
    return primaryKey;
  }

  /** The record's content. */
  @Override
  public Message message() {
    return message;
  }

  /** The stored form of the record. */
  public StoredForm form() {
    return form;
  }

  /**
   * {@link #version()} and {@link #incarnation()} together; null when the record has no version.
   */
  public @Nullable RecordVersion recordVersion() {
    return recordVersion;
  }

  Origin origin() {
    return origin;
  }

  StoredRecord from(Origin other) {
    return new StoredRecord(type, primaryKey, message, form, recordVersion, other);
  }

  /** The version of the metadata with which the record was last saved. */
  public int schemaVersion() {
    return form.head().schemaVersion();
  }

  /** The length of the stored values, including the envelope. */
  public int sizeBytes() {
    return form.sizeBytes();
  }

  /** The number of keys that the record is split over, at least 1. */
  public int keyCount() {
    return form.keyCount();
  }

  /**
   * The bytes of the record's keys, without the prefix of the store's subspace, and of its values,
   * including the version slot.
   */
  public long storedBytes() {
    return form.storedBytes();
  }

  /** The facts about the record, in addition to its message, that columns may read. */
  public RecordFacts facts() {
    RecordTimes times = form.head().times().orElse(null);
    return new RecordFacts(
        recordVersion,
        times == null ? null : times.createdMillis(),
        times == null ? null : times.updatedMillis(),
        form.storedBytes());
  }

  /** The time at which the record was first saved; empty when its type keeps no times. */
  public Optional<Instant> created() {
    return form.head().times().map(times -> Instant.ofEpochMilli(times.createdMillis()));
  }

  /** The time of the last save; empty when the type does not keep times. */
  public Optional<Instant> updated() {
    return form.head().times().map(times -> Instant.ofEpochMilli(times.updatedMillis()));
  }

  /**
   * The version of the commit that last saved the record, and the record's number among those saved
   * there. Incomplete in the transaction that saves the record, since the commit has no version
   * yet. Empty when the type keeps no versions, or kept none when the record was saved.
   */
  public Optional<Versionstamp> version() {
    return Optional.ofNullable(recordVersion).map(RecordVersion::stamp);
  }

  /**
   * The incarnation of the store when the record was last saved: how many times its data had been
   * moved from another cluster. Versions of different incarnations come from different clusters and
   * cannot be compared. Empty when the record has no version.
   */
  public OptionalInt incarnation() {
    return recordVersion == null
        ? OptionalInt.empty()
        : OptionalInt.of(recordVersion.incarnation());
  }

  /**
   * The message as an instance of a generated class.
   *
   * @throws ClassCastException when the record type was declared by its descriptor only: loaded
   *     records are then dynamic messages
   */
  public <M extends Message> M message(Class<M> kind) {
    return kind.cast(message);
  }

  /**
   * The message as an instance of the prototype's class. A message of another class is serialized
   * and parsed again. Use it for generated classes when the metadata has descriptors only.
   *
   * @throws IllegalArgumentException when the bytes cannot be parsed as such a message
   */
  public <M extends Message> M as(M prototype) {
    if (prototype.getClass().isInstance(message)) {
      @SuppressWarnings("unchecked") // it is an instance of the prototype's class
      M same = (M) message;
      return same;
    }
    try {
      @SuppressWarnings("unchecked") // a message's parser makes messages of its class
      M parsed = (M) prototype.getParserForType().parseFrom(message.toByteString());
      return parsed;
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "record "
              + primaryKey
              + " of type "
              + type
              + " is no "
              + prototype.getDescriptorForType().getFullName()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  @Override
  public List<Tuple> read(KeyEvaluator column) {
    return column.evaluate(message, facts());
  }

  @Override
  public IndexedRecord indexed(BoundType boundType) {
    return new IndexedRecord(boundType, primaryKey, message, facts(), form.cutAt());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StoredRecord that
        && type.equals(that.type)
        && primaryKey.equals(that.primaryKey)
        && message.equals(that.message)
        && form.equals(that.form)
        && Objects.equals(recordVersion, that.recordVersion);
  }

  @Override
  public int hashCode() {
    return Objects.hash(type, primaryKey, message, form, recordVersion);
  }

  @Override
  public String toString() {
    return type + " " + primaryKey + " " + form + " " + recordVersion + " {" + message + "}";
  }
}
