package dev.tenure.record;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import java.util.Arrays;

/**
 * The keys of one store, below its subspace:
 *
 * <pre>
 * (0)                              header; index states will lie behind it
 * (1, type key, (primary key))     a record of one key
 * (1, type key, (primary key), n)  a split record: -1 version slot, 0 whole, 1.. chunks
 * (2, index key, columns...)       an index entry or a count
 * </pre>
 *
 * <p>The primary key is a nested tuple, which ends with a byte that no longer key can have in its
 * place; so records whose keys are prefixes of one another do not meet.
 */
final class StoreKeys {
  static final int VERSION_SLOT = -1;
  static final int WHOLE = 0;
  static final int FIRST_CHUNK = 1;

  private static final byte[] RECORDS = Tuple.from(1).pack();
  private static final byte[] INDEXES = Tuple.from(2).pack();
  private static final byte[] BEHIND_DATA = Tuple.from(4).pack();
  private static final byte[] HEADER = Tuple.from(0).pack();
  private static final byte[] BEHIND_PREFIX = {(byte) 0xFF};

  private final Subspace subspace;
  private final byte[] prefix;

  StoreKeys(Subspace subspace) {
    this.subspace = subspace;
    this.prefix = subspace.getKey();
  }

  Subspace subspace() {
    return subspace;
  }

  byte[] header() {
    return ByteArrayUtil.join(prefix, HEADER);
  }

  /** All records and indexes, and not the header. */
  Range data() {
    return new Range(ByteArrayUtil.join(prefix, RECORDS), ByteArrayUtil.join(prefix, BEHIND_DATA));
  }

  /** Everything below the subspace. */
  Range everything() {
    return new Range(prefix, behind(prefix));
  }

  /** What the keys of all records of a type begin with. */
  byte[] typePrefix(RecordType type) {
    return Tuple.from(type.typeKey()).pack(ByteArrayUtil.join(prefix, RECORDS));
  }

  /** The key of a record of one key; what all keys of a split record begin with. */
  byte[] record(RecordType type, Tuple primaryKey) {
    return new Tuple().add(primaryKey).pack(typePrefix(type));
  }

  /** What the keys of all records begin with whose primary keys begin so. */
  byte[] recordPrefix(RecordType type, Tuple primaryKeyPrefix) {
    byte[] closed = record(type, primaryKeyPrefix);
    return Arrays.copyOf(closed, closed.length - 1);
  }

  static byte[] part(byte[] record, int part) {
    return Tuple.from(part).pack(record);
  }

  /** All keys of a split record. */
  static Range parts(byte[] record) {
    return new Range(record, behind(record));
  }

  /** What the keys of all entries of an index begin with. */
  byte[] indexPrefix(CompiledIndex index) {
    return Tuple.from(index.subspaceKey()).pack(ByteArrayUtil.join(prefix, INDEXES));
  }

  /** The end of the keys that begin so and go on with a tuple element. */
  static byte[] behind(byte[] keyPrefix) {
    return ByteArrayUtil.join(keyPrefix, BEHIND_PREFIX);
  }

  /** For error messages. */
  String describe(byte[] key) {
    return "store " + describe() + ", key " + ByteArrayUtil.printable(key);
  }

  String describe() {
    return ByteArrayUtil.printable(prefix);
  }
}
