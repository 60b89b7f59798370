package dev.tenure.record.store.row;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.tuple.KeyPacker;
import dev.tenure.record.tuple.PackedTuples;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The keys of one store, below its subspace:
 *
 * <pre>
 * (0)                              header
 * (0, index key)                   state of an index that is not readable
 * (1, extent, (primary key))       a record with one key; the extent is the type key, or 0
 * (1, extent, (primary key), n)    a split record: -1 version slot, 0 whole, 1.. chunks
 * (2, index key, columns...)       an index entry or a count
 * (3, index key, columns...)       the second structure of an index: a ranked set
 * (4, index key, ...) progress of an index build (5) statistics: time and metadata version of the sampling
 * (5, type key, ...)               statistics of a type
 * (6, versionstamp)                which keys a commit changed, while the store logs its changes
 * </pre>
 *
 * <p>The primary key is a nested tuple. Its last byte differs from the byte that a longer key has
 * in this place. So the key ranges of two records never overlap, even when one primary key is a
 * prefix of the other.
 */
public final class StoreKeys {
  static final byte NESTED = 0x05;
  public static final int VERSION_SLOT = -1;
  static final int WHOLE = 0;
  static final int FIRST_CHUNK = 1;

  private static final byte[] RECORDS = Tuple.from(1).pack();
  private static final byte[] INDEXES = Tuple.from(2).pack();
  private static final byte[] STRUCTURES = Tuple.from(3).pack();
  private static final byte[] BUILDS = Tuple.from(4).pack();
  private static final byte[] STATISTICS = Tuple.from(5).pack();
  private static final byte[] LOG = Tuple.from(6).pack();
  private static final byte[] DUPLICATES = Tuple.from("u").pack();
  private static final byte[] HOLDERS = Tuple.from("v").pack();
  private static final byte[] HEADER = Tuple.from(0).pack();
  private static final byte[] BEHIND_PREFIX = {(byte) 0xFF};
  private static final String INDEX_NUMBER = "the number of an index";

  private final Subspace subspace;
  private final byte[] prefix;

  public StoreKeys(Subspace subspace) {
    this.subspace = subspace;
    this.prefix = subspace.getKey();
  }

  public Subspace subspace() {
    return subspace;
  }

  public byte[] header() {
    return ByteArrayUtil.join(prefix, HEADER);
  }

  /** The header and the states of indexes. */
  public Range headers() {
    return new Range(header(), behind(header()));
  }

  /** The state of an index. */
  public byte[] indexState(int subspaceKey) {
    return Tuple.from(subspaceKey).pack(header());
  }

  /**
   * The subspace key in the key of an index state.
   *
   * @throws RecordLayerException DAMAGED
   */
  public int indexOfState(byte[] key) {
    long number = onlyLong(key, prefix.length + HEADER.length, "index state", INDEX_NUMBER);
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw damaged(key, "index state", INDEX_NUMBER);
    }
    return (int) number;
  }

  /** The number in a key, from an offset to the key's end. */
  long onlyLong(byte[] key, int from, String what, String expected) {
    return PackedTuples.unpack(key, from)
        .filter(rest -> rest.size() == 1 && rest.get(0) instanceof Long)
        .map(rest -> rest.getLong(0))
        .orElseThrow(() -> damaged(key, what, expected));
  }

  /** The primary key in a key, from an offset to the key's end. */
  public Tuple primaryKey(byte[] key, int from) {
    return PackedTuples.unpack(key, from)
        .filter(rest -> rest.size() == 1 && rest.get(0) instanceof List)
        .map(rest -> rest.getNestedTuple(0))
        .orElseThrow(() -> damaged(key, "record", "one nested tuple, its primary key"));
  }

  /** The error DAMAGED about a key that does not follow the layout. */
  public RecordLayerException damaged(byte[] key, String what, String expected) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        "key is of no " + what + ", expected " + expected + " (" + describe(key) + ")");
  }

  /** All records, without indexes. */
  public Range records() {
    return below(ByteArrayUtil.join(prefix, RECORDS));
  }

  /** All records and indexes, without the header. */
  public Range data() {
    return new Range(ByteArrayUtil.join(prefix, RECORDS), ByteArrayUtil.join(prefix, STATISTICS));
  }

  /** All keys below the subspace. */
  public Range everything() {
    return new Range(prefix, behind(prefix));
  }

  /** The prefix of the keys of all records of a type. */
  public byte[] typePrefix(BoundType type) {
    return ByteArrayUtil.join(prefix, RECORDS, type.packedExtent());
  }

  /** The key of a record with one key; for a split record, the prefix of all its keys. */
  public byte[] record(BoundType type, Tuple primaryKey) {
    return KeyPacker.packNested(prefix, RECORDS, type.packedExtent(), primaryKey);
  }

  /** The prefix of the keys of all records whose primary keys begin with this tuple. */
  public byte[] recordPrefix(BoundType type, Tuple primaryKeyPrefix) {
    byte[] closed = record(type, primaryKeyPrefix);
    return Arrays.copyOf(closed, closed.length - 1);
  }

  /** A key without the prefix of the store's subspace. Encrypted records authenticate this form. */
  public byte[] relative(byte[] key) {
    return Arrays.copyOfRange(key, prefix.length, key.length);
  }

  /** The length of a key without the store's subspace. */
  long relativeBytes(byte[] key) {
    return (long) key.length - prefix.length;
  }

  /** A range of keys that are relative to the store's subspace. */
  public Range absolute(Range relative) {
    return new Range(
        ByteArrayUtil.join(prefix, relative.begin), ByteArrayUtil.join(prefix, relative.end));
  }

  /** A range of keys without the store's subspace. */
  public Range relative(Range range) {
    return new Range(relative(range.begin), relative(range.end));
  }

  public static byte[] part(byte[] record, int part) {
    return KeyPacker.pack(record, Tuple.from((long) part));
  }

  /** All keys of a split record. */
  public static Range parts(byte[] record) {
    return new Range(record, behind(record));
  }

  /** The prefix of the keys of all entries of an index. */
  public byte[] indexPrefix(int subspaceKey) {
    return KeyPacker.pack(ByteArrayUtil.join(prefix, INDEXES), Tuple.from(subspaceKey));
  }

  /** The prefix of the keys of an index's second structure. */
  byte[] structurePrefix(int subspaceKey) {
    return KeyPacker.pack(ByteArrayUtil.join(prefix, STRUCTURES), Tuple.from(subspaceKey));
  }

  /** The prefix of the keys that hold the progress of an index's build. */
  byte[] buildPrefix(int subspaceKey) {
    return Tuple.from(subspaceKey).pack(ByteArrayUtil.join(prefix, BUILDS));
  }

  /**
   * The keys of an index.
   *
   * @param state while the index is WRITE_ONLY, equal columns in a unique index are recorded
   *     instead of refused. Until it is READABLE, the record that holds a position is recorded
   */
  public IndexKeys index(BoundIndex index, IndexState state) {
    int number = index.subspaceKey();
    boolean building = state == IndexState.WRITE_ONLY;
    byte[] duplicates = building ? ByteArrayUtil.join(buildPrefix(number), DUPLICATES) : null;
    boolean unfinished = building || state == IndexState.UNIQUE_PENDING;
    byte[] holders = unfinished ? ByteArrayUtil.join(buildPrefix(number), HOLDERS) : null;
    return new IndexKeys(
        indexPrefix(number), structurePrefix(number), duplicates, holders, this::describe);
  }

  /** The object by which updates of an index's second structure take turns. */
  public Object turn(int subspaceKey) {
    return ByteBuffer.wrap(structurePrefix(subspaceKey));
  }

  /** All entries of an index. */
  public Range entries(int subspaceKey) {
    return below(indexPrefix(subspaceKey));
  }

  /** All of an index's second structure. */
  public Range structure(int subspaceKey) {
    return below(structurePrefix(subspaceKey));
  }

  /** The prefix of the keys of all rows of statistics. */
  public byte[] statisticsPrefix() {
    return ByteArrayUtil.join(prefix, STATISTICS);
  }

  /** The prefix of the keys of the log of changes. */
  public byte[] logPrefix() {
    return ByteArrayUtil.join(prefix, LOG);
  }

  /** All rows of the store but the header, the states of indexes and the log of changes. */
  public List<Range> content() {
    return List.of(
        new Range(ByteArrayUtil.join(prefix, RECORDS), logPrefix()),
        new Range(behind(logPrefix()), behind(prefix)));
  }

  /** The statistics of the store. */
  public Range statistics() {
    return new Range(statisticsPrefix(), behind(statisticsPrefix()));
  }

  /** The rows that hold the progress of all builds. */
  public Range builds() {
    return below(ByteArrayUtil.join(prefix, BUILDS));
  }

  /** The rows that hold the progress of an index's build. */
  public Range build(int subspaceKey) {
    return below(buildPrefix(subspaceKey));
  }

  private static Range below(byte[] keyPrefix) {
    return new Range(keyPrefix, behind(keyPrefix));
  }

  /** The end of the keys that continue this prefix with a tuple element. */
  public static byte[] behind(byte[] keyPrefix) {
    return ByteArrayUtil.join(keyPrefix, BEHIND_PREFIX);
  }

  /** The key as text, for errors. */
  public String describe(byte[] key) {
    return "store " + describe() + ", key " + ByteArrayUtil.printable(key);
  }

  public String describe() {
    return ByteArrayUtil.printable(prefix);
  }
}
