package dev.tenure.record.index;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.KeyPacker;
import dev.tenure.record.tuple.PackedTuples;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.record.tuple.UnpackedTuple;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an index in one store. Immutable, provided that no caller changes the array of {@link
 * #prefix()}.
 */
public final class IndexKeys {
  private static final byte[] BEHIND_PREFIX = {(byte) 0xFF};

  private final byte[] prefix;
  private final byte[] structurePrefix;
  private final byte @Nullable [] duplicatesPrefix;
  private final byte @Nullable [] holdersPrefix;
  private final Supplier<String> store;

  /**
   * The keys of an index that is finished.
   *
   * @param prefix the prefix of the keys of all entries
   * @param structurePrefix the prefix of the keys of its second structure
   * @param duplicatesPrefix the prefix of the keys that record equal columns in a unique index
   *     while it is being built; null when equal columns are refused
   * @param store gives the name of the store, for errors
   */
  public IndexKeys(
      byte[] prefix,
      byte[] structurePrefix,
      byte @Nullable [] duplicatesPrefix,
      Supplier<String> store) {
    this(prefix, structurePrefix, duplicatesPrefix, null, store);
  }

  /**
   * The keys of an index that may be unfinished.
   *
   * @param holdersPrefix the prefix of the keys that record which records have which columns, while
   *     the index is being built or has violations; null when it is finished
   */
  public IndexKeys(
      byte[] prefix,
      byte[] structurePrefix,
      byte @Nullable [] duplicatesPrefix,
      byte @Nullable [] holdersPrefix,
      Supplier<String> store) {
    this.prefix = prefix;
    this.structurePrefix = structurePrefix;
    this.duplicatesPrefix = duplicatesPrefix;
    this.holdersPrefix = holdersPrefix;
    this.store = store;
  }

  /** The prefix of the keys of all entries. */
  public byte[] prefix() {
    return prefix;
  }

  /** The prefix of the keys of the second structure, for a type that has one. */
  public byte[] structurePrefix() {
    return structurePrefix;
  }

  /** All keys of the second structure that begin with these columns. */
  public Range structureRange(Tuple columns) {
    byte[] begin = columns.pack(structurePrefix);
    return new Range(begin, behind(begin));
  }

  /**
   * The key that records that several records have these columns; empty when the index refuses
   * equal columns because it is not being built.
   */
  public Optional<byte[]> duplicate(Tuple columns) {
    return Optional.ofNullable(duplicatesPrefix).map(columns::pack);
  }

  /**
   * Whether the index is being built or has violations of uniqueness. A type whose rows do not name
   * their records, such as a bitmap, must then also write {@link #holder} keys.
   */
  public boolean hasHolders() {
    return holdersPrefix != null;
  }

  /**
   * The key that records that a record has some columns.
   *
   * @param entry the columns as {@link BoundIndex#entryKey} gives them
   */
  public byte[] holder(Tuple entry) {
    return entry.pack(holdersPrefix());
  }

  /** The range of {@link #holder} keys of all columns that begin with the given ones. */
  public Range holders(Tuple columns) {
    byte[] begin = columns.pack(holdersPrefix());
    return new Range(begin, behind(begin));
  }

  /** The columns and the record of a {@link #holder} key. */
  public Tuple holderKey(byte[] key) {
    return entryKey(key, holdersPrefix().length);
  }

  private byte[] holdersPrefix() {
    return Objects.requireNonNull(holdersPrefix, "an index without violations has no holders");
  }

  /**
   * The key for {@link RecordContext#inTurn}, by which updates of the index's second structure run
   * one after another.
   */
  public Object turn() {
    return ByteBuffer.wrap(structurePrefix);
  }

  /** The key of an entry. */
  public byte[] key(Tuple entryKey) {
    return KeyPacker.pack(prefix, entryKey);
  }

  /** All keys of entries that begin with these columns. */
  public Range range(Tuple columns) {
    byte[] begin = columns.pack(prefix);
    return new Range(begin, behind(begin));
  }

  /** All keys of entries in a range of their first columns. */
  public Range range(TupleRange range) {
    return range.keys(prefix, BEHIND_PREFIX[0]);
  }

  private static byte[] behind(byte[] begin) {
    return ByteArrayUtil.join(begin, BEHIND_PREFIX);
  }

  /**
   * Decodes the columns of a key.
   *
   * @throws RecordLayerException DAMAGED when the key is not a tuple
   */
  public Tuple entryKey(byte[] key) {
    return entryKey(key, prefix.length);
  }

  /** As {@link #entryKey(byte[])}, for a key whose columns begin at an offset. */
  public Tuple entryKey(byte[] key, int from) {
    return columns(key, from).tuple();
  }

  /** As {@link #entryKey(byte[])}, for a key whose columns begin at an offset. */
  public UnpackedTuple columns(byte[] key, int from) {
    return UnpackedTuple.of(key, from)
        .orElseThrow(
            () ->
                new RecordLayerException(
                    RecordLayerException.Code.DAMAGED,
                    "key of an index holds no tuple of at most "
                        + PackedTuples.DEPTH_MAX
                        + " levels ("
                        + describe(key)
                        + ")"));
  }

  /** The store and the key as text, for errors. */
  public String describe(byte[] key) {
    return "store " + store() + ", key " + ByteArrayUtil.printable(key);
  }

  /** The name of the store, for errors. */
  public String store() {
    return store.get();
  }
}
