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
 * What a type tells the scrubber, so that it can look an index through: what records make of it,
 * and whose a row is. An index has one part or several, of the kinds that are here; all is read in
 * transactions whose reads conflict. Immutable.
 */
public interface IndexAudit {

  /** What may be wrong with an index. */
  enum Kind {
    /** A record, or the records of a group, have no row where they should. */
    MISSING,
    /** A record has its row, with another value. */
    STALE,
    /** A row of no record: it is gone, or is of a type that has no rows. */
    DANGLING,
    /**
     * A row that a record had: it is there, and has other columns now, or is kept out by the
     * condition.
     */
    LEFT_BEHIND,
    /** A row that the index could not have written. */
    UNDECODABLE,
    /** A record in which messages are nested deeper than can be read. */
    TOO_DEEP,
    /** Two records have equal columns in a unique index. */
    DUPLICATE,
    /** Two records of a group have one position of a bitmap. */
    SHARED_POSITION,
    /** The records of a group come to 0, and the group has no row where it should have one of 0. */
    ABSENT_ZERO,
    /** What is kept of a group is not what its records make. */
    WRONG_TOTAL,
    /** The second structure contradicts itself, or the entries. */
    BROKEN_STRUCTURE
  }

  /**
   * Looked through one behind another. What stands on others comes behind them: it is judged only
   * when they are without faults, or repaired.
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
   * Entries that stand for one record each. Where a key is asked for or given, it is a whole one;
   * most types have one row for each entry, and say only what records make and whose a key is.
   */
  non-sealed interface Entries extends Part {

    /** What a record has in the index: the values of its entries, by their keys. */
    NavigableMap<byte[], byte[]> of(IndexKeys keys, IndexedRecord record);

    /**
     * As {@link #of}, for a type whose entries may also be right as they were made formerly: what
     * fits those that are there, if anything does.
     */
    default CompletableFuture<NavigableMap<byte[], byte[]>> ofNowOrBefore(
        OpenIndex index, IndexedRecord record) {
      return CompletableFuture.completedFuture(of(index.keys(), record));
    }

    /** The keys of the entries that a record may have, as they are made now or were formerly. */
    default NavigableSet<byte[]> keysNowOrBefore(IndexKeys keys, IndexedRecord record) {
      return of(keys, record).navigableKeySet();
    }

    /**
     * Which record a key stands for; not whether that has it.
     *
     * @param key below {@link #range}
     * @throws IllegalArgumentException when it is no key of the index
     * @throws dev.tenure.record.error.RecordLayerException DAMAGED, the same
     */
    IndexEntry owner(Tuple key);

    /** The columns of a record that no other may have, by the keys of its entries. */
    default NavigableMap<byte[], Tuple> unique(IndexKeys keys, IndexedRecord record) {
      return new TreeMap<>(Arrays::compareUnsigned);
    }

    /** Where the rows lie; it begins with what all their keys begin with. */
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

    /** Puts an entry in the place of what is there. */
    default void put(OpenIndex index, byte[] key, byte[] value, WriteBatch batch) {
      batch.set(key, value);
    }

    /** Takes an entry out. */
    default void remove(OpenIndex index, byte[] key, WriteBatch batch) {
      batch.clear(key);
    }

    /** Takes a row out that cannot be read. */
    default void clearRow(OpenIndex index, byte[] row, WriteBatch batch) {
      batch.clear(row);
    }

    /** A value, for people. */
    default String describe(byte[] value) {
      return IndexAudit.describe(value);
    }
  }

  /** Rows that many records make together; each is judged by all of its records. */
  non-sealed interface Totals extends Part {

    /** Adds what a record makes to the rows. */
    void add(IndexKeys keys, IndexedRecord record, NavigableMap<byte[], byte[]> rows);

    /**
     * Whether a row may be as it is found.
     *
     * @param expected what records make, empty when they make none
     */
    boolean accepts(Optional<byte[]> found, Optional<byte[]> expected);

    /**
     * Whether records only ever raise rows, which outlive them: then more than there should be is
     * right, and rows are judged by some records after others.
     */
    default boolean isMonotone() {
      return false;
    }

    /** What is wrong with a group that has records and no row, where it should have one. */
    default Kind kindOfAbsent(byte[] expected) {
      return Kind.MISSING;
    }

    /**
     * Records that contradict one another, which nobody here can repair.
     *
     * @param records all of some groups
     */
    default List<Finding> contradictions(IndexKeys keys, List<IndexedRecord> records) {
      return List.of();
    }

    /** The columns that the keys of rows begin with, as far as records have them. */
    List<KeyColumn> groupColumns();

    /**
     * Checks a key below the index's prefix.
     *
     * @throws IllegalArgumentException when it is no key of the index
     */
    void requireKey(Tuple key);

    /** Whether a value can be read at all. */
    boolean isReadable(byte[] value);

    /** A value, for people. */
    default String describe(byte[] value) {
      return IndexAudit.describe(value);
    }
  }

  /** Anything else: looked at as the type knows, in slices of its own. */
  non-sealed interface Structure extends Part {

    /**
     * Looks at what comes behind a position, and mends it when asked to.
     *
     * @param from what the slice before has given; empty to begin
     * @param rowsMax how many rows to look at, roughly, at least 1
     * @param repair whether to mend what is found, in this transaction
     * @return fails with {@link dev.tenure.record.error.RecordLayerException} CONTINUATION_REFUSED
     *     when the position is none
     */
    CompletableFuture<Slice> look(OpenIndex index, byte[] from, int rowsMax, boolean repair);
  }

  /**
   * What a slice of a structure has come to.
   *
   * @param unverified what could not be judged, and why
   * @param next where the next slice begins; empty when this was the last
   */
  record Slice(List<Finding> findings, List<String> unverified, long rows, Optional<byte[]> next) {
    public Slice {
      findings = List.copyOf(findings);
      unverified = List.copyOf(unverified);
    }
  }

  /**
   * Something wrong.
   *
   * @param key the whole key of the row or entry
   * @param primaryKey of the record, where the fault is of one
   * @param repaired whether this transaction mends it
   */
  record Finding(
      Kind kind,
      ByteString key,
      Optional<Tuple> primaryKey,
      String found,
      String expected,
      boolean repaired) {}

  /** A value for people: the tuple that it is, else its bytes. */
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
