package dev.tenure.record.index;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;
import dev.tenure.record.tuple.TupleRange;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where an index lies in one store. Immutable, as far as nobody writes to {@link #prefix()}. */
public final class IndexKeys {
  private static final byte[] BEHIND_PREFIX = {(byte) 0xFF};

  private final byte[] prefix;
  private final byte[] structurePrefix;
  private final byte @Nullable [] duplicatesPrefix;
  private final byte @Nullable [] holdersPrefix;
  private final String store;

  /**
   * The place of an index.
   *
   * @param prefix what the keys of all its entries begin with
   * @param structurePrefix what the keys of its second structure begin with
   * @param duplicatesPrefix what the keys begin with that note equal columns in a unique index
   *     while it is being built; null when they are refused
   * @param store for errors: names the store
   */
  public IndexKeys(
      byte[] prefix, byte[] structurePrefix, byte @Nullable [] duplicatesPrefix, String store) {
    this(prefix, structurePrefix, duplicatesPrefix, null, store);
  }

  /**
   * The place of an index that may be unfinished.
   *
   * @param holdersPrefix what the keys begin with that tell which records have some columns, while
   *     the index is being built or has violations; null when it is finished
   */
  public IndexKeys(
      byte[] prefix,
      byte[] structurePrefix,
      byte @Nullable [] duplicatesPrefix,
      byte @Nullable [] holdersPrefix,
      String store) {
    this.prefix = prefix;
    this.structurePrefix = structurePrefix;
    this.duplicatesPrefix = duplicatesPrefix;
    this.holdersPrefix = holdersPrefix;
    this.store = store;
  }

  /** What the keys of all entries begin with. */
  public byte[] prefix() {
    return prefix;
  }

  /** What the keys of the second structure begin with, of a type that keeps one. */
  public byte[] structurePrefix() {
    return structurePrefix;
  }

  /** All keys of the second structure that begin with these columns. */
  public Range structureRange(Tuple columns) {
    byte[] begin = columns.pack(structurePrefix);
    return new Range(begin, behind(begin));
  }

  /**
   * The key that notes that several records have these columns; empty when the index is not being
   * built, and they are refused.
   */
  public Optional<byte[]> duplicate(Tuple columns) {
    return Optional.ofNullable(duplicatesPrefix).map(columns::pack);
  }

  /**
   * Whether a type whose rows do not tell which records they are of must keep that beside them: the
   * index is being built, or has violations of uniqueness.
   */
  public boolean hasHolders() {
    return holdersPrefix != null;
  }

  /**
   * The key that tells that a record has some columns.
   *
   * @param entry as of {@link BoundIndex#entryKey}
   */
  public byte[] holder(Tuple entry) {
    return entry.pack(holdersPrefix());
  }

  /** All keys that tell which records have these columns, or columns that begin so. */
  public Range holders(Tuple columns) {
    byte[] begin = columns.pack(holdersPrefix());
    return new Range(begin, behind(begin));
  }

  /** The columns and the record that a key of {@link #holders} tells of. */
  public Tuple holderKey(byte[] key) {
    return entryKey(key, holdersPrefix().length);
  }

  private byte[] holdersPrefix() {
    return Objects.requireNonNull(holdersPrefix, "an index without violations has no holders");
  }

  /** What updates of the index's second structure take turns by. */
  public Object turn() {
    return ByteBuffer.wrap(structurePrefix);
  }

  /** The key of an entry. */
  public byte[] key(Tuple entryKey) {
    return entryKey.pack(prefix);
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
   * The columns of a key.
   *
   * @throws RecordLayerException DAMAGED when it holds no tuple
   */
  public Tuple entryKey(byte[] key) {
    return entryKey(key, prefix.length);
  }

  /** As {@link #entryKey(byte[])}, of a key whose columns begin at a place. */
  public Tuple entryKey(byte[] key, int from) {
    return PackedTuples.unpack(key, from)
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

  /** For errors: the store and the key. */
  public String describe(byte[] key) {
    return "store " + store + ", key " + ByteArrayUtil.printable(key);
  }

  /** For errors: names the store. */
  public String store() {
    return store;
  }
}
