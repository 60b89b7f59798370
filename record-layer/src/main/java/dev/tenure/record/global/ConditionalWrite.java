package dev.tenure.record.global;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One conditional write of one record. It takes place if the stored record has the expected
 * version, or if none is stored and none is expected.
 */
public final class ConditionalWrite<K, R extends Versioned<K>> {
  private final K key;
  private final @Nullable Version expected;
  private final @Nullable R record;

  private ConditionalWrite(K key, @Nullable Version expected, @Nullable R record) {
    this.key = key;
    this.expected = expected;
    this.record = record;
  }

  /** Writes a record if no record has its key. */
  public static <K, R extends Versioned<K>> ConditionalWrite<K, R> insert(R record) {
    return new ConditionalWrite<>(record.key(), null, record);
  }

  /** Writes a record in the place of one that has the expected version. */
  public static <K, R extends Versioned<K>> ConditionalWrite<K, R> replace(
      Version expected, R record) {
    return new ConditionalWrite<>(record.key(), expected, record);
  }

  /** {@link #replace} when a record was read, {@link #insert} when none was. */
  public static <K, R extends Versioned<K>> ConditionalWrite<K, R> put(Optional<R> read, R record) {
    return new ConditionalWrite<>(record.key(), read.map(Versioned::version).orElse(null), record);
  }

  /** Deletes the record that was read, if it still has its version. */
  public static <K, R extends Versioned<K>> ConditionalWrite<K, R> delete(R read) {
    return new ConditionalWrite<>(read.key(), read.version(), null);
  }

  public K key() {
    return key;
  }

  /** The version that the stored record must have; empty when no record may be stored. */
  public Optional<Version> expected() {
    return Optional.ofNullable(expected);
  }

  /** The record to store; empty to delete. */
  public Optional<R> record() {
    return Optional.ofNullable(record);
  }

  /** Whether the condition holds for what is stored. */
  public boolean matches(Optional<R> stored) {
    return stored.map(Versioned::version).equals(expected());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ConditionalWrite<?, ?> write
        && key.equals(write.key)
        && Objects.equals(expected, write.expected)
        && Objects.equals(record, write.record);
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, expected, record);
  }

  @Override
  public String toString() {
    String verb = record == null ? "delete" : expected == null ? "insert" : "replace";
    return verb + " " + key + (expected == null ? "" : " if " + expected) + " -> " + record;
  }
}
