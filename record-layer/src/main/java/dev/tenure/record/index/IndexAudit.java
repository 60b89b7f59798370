package dev.tenure.record.index;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Describes an index to the scrubber: the rows that a record should have, and the record that a row
 * belongs to. An audit has one or more parts of the kinds below. The scrubber reads everything
 * serializably. Immutable.
 */
public interface IndexAudit {

  /** The kinds of faults that an index may have. */
  enum Kind {
    /** A record or a group should have a row and has none. */
    MISSING,
    /** The row of a record has a wrong value. */
    STALE,
    /** A row belongs to no record: the record does not exist, or its type is not in the index. */
    DANGLING,
    /**
     * A row belongs to an earlier form of a record: the record now has other columns, or does not
     * fulfil the index's condition any more.
     */
    LEFT_BEHIND,
    /** A row cannot be decoded as a row of this index. */
    UNDECODABLE,
    /** A record has messages nested deeper than can be parsed. */
    TOO_DEEP,
    /** Two records have equal columns in a unique index. */
    DUPLICATE,
    /** Two records of a group have the same position of a bitmap. */
    SHARED_POSITION,
    /** The total of a group is 0, and the group has no row although a row with 0 is expected. */
    ABSENT_ZERO,
    /** The stored aggregate of a group differs from the aggregate of its records. */
    WRONG_TOTAL,
    /** The second structure contradicts itself or the index entries. */
    BROKEN_STRUCTURE
  }

  /**
   * The parts, in the order in which they are scrubbed. A part that depends on another follows it,
   * and is judged only when the earlier part has no faults or was repaired.
   */
  List<Part> parts();

  /** An audit of these parts. */
  static IndexAudit of(Part... parts) {
    List<Part> all = List.of(parts);
    return () -> all;
  }

  /** Rows of records, by their keys. */
  static NavigableMap<byte[], byte[]> rows() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  /** A part of an index. */
  sealed interface Part permits Entries, Totals, Structure {}

  /**
   * Entries, each of which belongs to one record. All keys in this interface are whole keys. Most
   * types have one row for each entry; they implement only {@link #of} and {@link #owner}.
   */
  non-sealed interface Entries extends Part {

    /** The entries that a record should have: values by keys. */
    NavigableMap<byte[], byte[]> of(IndexKeys keys, IndexedRecord record);

    /**
     * As {@link #of}, for a type that accepts entries in an earlier form, too, such as those of an
     * older tokenizer: the form that the stored entries have, if any form fits.
     */
    default CompletableFuture<NavigableMap<byte[], byte[]>> ofNowOrBefore(
        OpenIndex index, IndexedRecord record) {
      return CompletableFuture.completedFuture(of(index.keys(), record));
    }

    /** The keys of all entries that a record may have, in the current and in earlier forms. */
    default NavigableSet<byte[]> keysNowOrBefore(IndexKeys keys, IndexedRecord record) {
      return of(keys, record).navigableKeySet();
    }

    /**
     * The entry of a key, with the primary key of its record. The record may not exist, or may not
     * have this entry.
     *
     * @param key below {@link #range}
     * @throws IllegalArgumentException when the bytes are not a key of the index
     * @throws dev.tenure.record.error.RecordLayerException DAMAGED, when the key's tuple cannot be
     *     decoded
     */
    IndexEntry owner(Tuple key);

    /** The columns of a record that must be unique, by the keys of its entries. */
    default NavigableMap<byte[], Tuple> unique(IndexKeys keys, IndexedRecord record) {
      return new TreeMap<>(Arrays::compareUnsigned);
    }

    /** The key range of the rows. Its begin is the prefix of all their keys. */
    default Range range(IndexKeys keys) {
      return keys.range(new Tuple());
    }

    /**
     * The keys of the entries in a row.
     *
     * @throws dev.tenure.record.error.RecordLayerException DAMAGED or FORMAT_UNKNOWN
     */
    default List<byte[]> keys(IndexKeys keys, KeyValue row) {
      return List.of(row.getKey());
    }

    /**
     * The value of an entry.
     *
     * @return fails with {@link dev.tenure.record.error.RecordLayerException} DAMAGED or
     *     FORMAT_UNKNOWN when the row cannot be read, which is then a fault of the row
     */
    default CompletableFuture<Optional<byte[]>> find(OpenIndex index, byte[] key) {
      return index.context().get(key, false).thenApply(Optional::ofNullable);
    }

    /** Writes an entry, replacing the existing one. */
    default void put(OpenIndex index, byte[] key, byte[] value, WriteBatch batch) {
      batch.set(key, value);
    }

    /** Removes an entry. */
    default void remove(OpenIndex index, byte[] key, WriteBatch batch) {
      batch.clear(key);
    }

    /** Removes a row that cannot be decoded. */
    default void clearRow(OpenIndex index, byte[] row, WriteBatch batch) {
      batch.clear(row);
    }

    /** The value as text, for people. */
    default String describe(byte[] value) {
      return IndexAudit.describe(value);
    }
  }

  /** Rows that depend on many records. Each row is checked against all of its records. */
  non-sealed interface Totals extends Part {

    /** Adds a record to the expected rows. */
    void add(IndexKeys keys, IndexedRecord record, NavigableMap<byte[], byte[]> rows);

    /**
     * Whether the stored row is correct.
     *
     * @param expected the row that the records require; empty when they require none
     */
    boolean accepts(Optional<byte[]> found, Optional<byte[]> expected);

    /**
     * Whether rows only ever grow and outlive their records, as a maximum ever does. A row that is
     * greater than the records require is then correct. So rows can be compared with some of the
     * records at a time.
     */
    default boolean isMonotone() {
      return false;
    }

    /** The kind of fault of a group that has records, and no row although it should have one. */
    default Kind kindOfAbsent(byte[] expected) {
      return Kind.MISSING;
    }

    /**
     * Faults of records that contradict one another. The scrubber cannot repair them.
     *
     * @param records all records of some groups
     */
    default List<Finding> contradictions(IndexKeys keys, List<IndexedRecord> records) {
      return List.of();
    }

    /** The first columns of the rows' keys, up to the last that is a column of records. */
    List<KeyColumn> groupColumns();

    /**
     * Checks a key below the index's prefix.
     *
     * @throws IllegalArgumentException when it is not a key of the index
     */
    void requireKey(Tuple key);

    /** Whether a value can be decoded. */
    boolean isReadable(byte[] value);

    /** The value as text, for people. */
    default String describe(byte[] value) {
      return IndexAudit.describe(value);
    }
  }

  /** Any other part, which the index type checks itself, in slices. */
  non-sealed interface Structure extends Part {

    /**
     * Checks the rows after a position, and repairs them if required.
     *
     * @param from {@link Slice#next} of the previous slice; empty for the first
     * @param rowsMax the approximate number of rows to check, at least 1
     * @param repair whether to repair the faults in this transaction
     * @return fails with {@link dev.tenure.record.error.RecordLayerException} CONTINUATION_REFUSED
     *     when the position is invalid
     */
    CompletableFuture<Slice> look(OpenIndex index, byte[] from, int rowsMax, boolean repair);
  }

  /**
   * The result of checking a slice of a structure.
   *
   * @param unverified descriptions of the parts that could not be checked, with the reason
   * @param next the position at which the next slice begins; empty after the last slice
   */
  record Slice(List<Finding> findings, List<String> unverified, long rows, Optional<byte[]> next) {
    public Slice {
      findings = List.copyOf(findings);
      unverified = List.copyOf(unverified);
    }
  }

  /**
   * A fault.
   *
   * @param key the whole key of the row or entry
   * @param primaryKey the primary key of the record; empty when the fault concerns no single record
   * @param repaired whether this transaction repairs it
   */
  record Finding(
      Kind kind,
      ByteString key,
      Optional<Tuple> primaryKey,
      String found,
      String expected,
      boolean repaired) {}

  /** A value as text for people: a tuple if it is one, and otherwise its bytes. */
  static String describe(byte[] value) {
    return PackedTuples.unpack(value, 0)
        .map(Tuple::toString)
        .orElseGet(
            () ->
                value.length
                    + " bytes "
                    + ByteArrayUtil.printable(Arrays.copyOf(value, Math.min(value.length, 100))));
  }
}
