package dev.tenure.record.index;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;

/** Where an index lies in one store. Immutable, as far as nobody writes to {@link #prefix()}. */
public final class IndexKeys {
  private static final byte[] BEHIND_PREFIX = {(byte) 0xFF};

  private final byte[] prefix;
  private final String store;

  /**
   * The place of an index.
   *
   * @param prefix what the keys of all its entries begin with
   * @param store for errors: names the store
   */
  public IndexKeys(byte[] prefix, String store) {
    this.prefix = prefix;
    this.store = store;
  }

  /** What the keys of all entries begin with. */
  public byte[] prefix() {
    return prefix;
  }

  /** The key of an entry. */
  public byte[] key(Tuple entryKey) {
    return entryKey.pack(prefix);
  }

  /** All keys of entries that begin with these columns. */
  public Range range(Tuple columns) {
    byte[] begin = columns.pack(prefix);
    return new Range(begin, ByteArrayUtil.join(begin, BEHIND_PREFIX));
  }

  /**
   * The columns of a key.
   *
   * @throws RecordLayerException DAMAGED when it holds no tuple
   */
  public Tuple entryKey(byte[] key) {
    return PackedTuples.unpack(key, prefix.length)
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
