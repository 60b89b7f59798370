package dev.tenure.record.keyspace;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.RecordLayerException;
import java.nio.charset.StandardCharsets;

/** The keys and values of interned names. Equal for equal subspaces. */
record InternedKeys(Subspace subspace) {
  private static final byte FORMAT = 1;
  private static final long COUNTER = 0;
  private static final long BY_NAME = 1;
  private static final long BY_NUMBER = 2;

  static void requireName(String name) {
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > NameInterner.NAME_BYTES_MAX) {
      throw new IllegalArgumentException(
          "name has " + bytes + " bytes, expected 1 to " + NameInterner.NAME_BYTES_MAX);
    }
  }

  byte[] counter() {
    return subspace.pack(Tuple.from(COUNTER));
  }

  byte[] byName(String name) {
    return subspace.pack(Tuple.from(BY_NAME, name));
  }

  byte[] byNumber(long number) {
    return subspace.pack(Tuple.from(BY_NUMBER, number));
  }

  byte[] namesBehind(String name) {
    return name.isEmpty()
        ? subspace.pack(Tuple.from(BY_NAME))
        : ByteArrayUtil.keyAfter(byName(name));
  }

  byte[] namesEnd() {
    return subspace.range(Tuple.from(BY_NAME)).end;
  }

  String nameInKey(byte[] key) {
    return subspace.unpack(key).getString(1);
  }

  static byte[] encode(long number) {
    return Tuple.from(number).pack(new byte[] {FORMAT});
  }

  static byte[] encode(String name) {
    return ByteArrayUtil.join(new byte[] {FORMAT}, name.getBytes(StandardCharsets.UTF_8));
  }

  long number(byte[] key, byte[] value) {
    requireFormat(key, value);
    try {
      return Tuple.fromBytes(value, 1, value.length - 1).getLong(0);
    } catch (RuntimeException e) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "interned name has the value "
              + ByteArrayUtil.printable(value)
              + ", expected a number (key "
              + ByteArrayUtil.printable(key)
              + ")",
          e);
    }
  }

  String name(byte[] key, byte[] value) {
    requireFormat(key, value);
    return new String(value, 1, value.length - 1, StandardCharsets.UTF_8);
  }

  private static void requireFormat(byte[] key, byte[] value) {
    if (value.length < 1 || value[0] != FORMAT) {
      throw new RecordLayerException(
          RecordLayerException.Code.FORMAT_UNKNOWN,
          "interned name has format "
              + (value.length == 0 ? "none" : value[0])
              + ", known is "
              + FORMAT
              + " (key "
              + ByteArrayUtil.printable(key)
              + ")");
    }
  }
}
