package dev.tenure.record.keyspace;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys and values of interned names. Every key begins with the version of the layout. Two
 * objects with equal subspaces are equal.
 */
record InternedKeys(Subspace subspace) {
  static final long LAYOUT = 1;
  static final byte[] ONE = {1, 0, 0, 0, 0, 0, 0, 0};

  private static final byte FORMAT = 1;
  private static final long BY_NAME = 0;
  private static final long BY_NUMBER = 1;
  private static final long WINDOW = 2;

  static void requireName(String name) {
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > NameInterner.NAME_BYTES_MAX) {
      throw new IllegalArgumentException(
          "name has " + bytes + " bytes, expected 1 to " + NameInterner.NAME_BYTES_MAX);
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new IllegalArgumentException("name is not well-formed UTF-16: " + name);
    }
  }

  byte[] byName(String name) {
    return subspace.pack(Tuple.from(LAYOUT, BY_NAME, name));
  }

  byte[] byNumber(long number) {
    return subspace.pack(Tuple.from(LAYOUT, BY_NUMBER, number));
  }

  byte[] window(AllocationWindow window) {
    return subspace.pack(Tuple.from(LAYOUT, WINDOW, window.begin()));
  }

  Range windows() {
    return subspace.range(Tuple.from(LAYOUT, WINDOW));
  }

  /** The ranges of the subspace that do not belong to this layout: below and above its keys. */
  List<Range> otherLayouts() {
    byte[] own = subspace.pack(Tuple.from(LAYOUT));
    byte[] last = {(byte) 0xFF};
    return List.of(
        new Range(subspace.getKey(), own),
        new Range(ByteArrayUtil.join(own, last), ByteArrayUtil.join(subspace.getKey(), last)));
  }

  byte[] namesBehind(String name) {
    return name.isEmpty()
        ? subspace.pack(Tuple.from(LAYOUT, BY_NAME))
        : ByteArrayUtil.keyAfter(byName(name));
  }

  byte[] namesEnd() {
    return subspace.range(Tuple.from(LAYOUT, BY_NAME)).end;
  }

  /** The last element of a key: a name, a number, or the first number of a window. */
  <T> T last(byte[] key, Class<T> type) {
    return PackedTuples.unpack(key, subspace.getKey().length)
        .filter(elements -> elements.size() == 3 && type.isInstance(elements.get(2)))
        .map(elements -> type.cast(elements.get(2)))
        .orElseThrow(
            () -> damaged(key, "is kept elsewhere", "a " + type.getSimpleName() + " last", null));
  }

  static byte[] encode(long number) {
    return Tuple.from(number).pack(new byte[] {FORMAT});
  }

  static byte[] encode(String name) {
    return ByteArrayUtil.join(new byte[] {FORMAT}, name.getBytes(StandardCharsets.UTF_8));
  }

  long number(byte[] key, byte[] value) {
    requireFormat(key, value);
    return TupleElements.value(value, 1, value.length)
        .filter(element -> element.type() == DirectoryType.LONG)
        .map(PathValue::asLong)
        .orElseThrow(
            () ->
                damaged(key, "has the value " + ByteArrayUtil.printable(value), "a number", null));
  }

  String name(byte[] key, byte[] value) {
    requireFormat(key, value);
    try {
      String name =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(value, 1, value.length - 1))
              .toString();
      requireName(name);
      return name;
    } catch (CharacterCodingException | IllegalArgumentException e) {
      throw damaged(
          key,
          "has the value " + ByteArrayUtil.printable(value),
          "1 to " + NameInterner.NAME_BYTES_MAX + " bytes of UTF-8",
          e);
    }
  }

  long count(byte[] key, byte[] value) {
    if (value.length != Long.BYTES) {
      throw damaged(key, "has a count of " + value.length + " bytes", "8 bytes", null);
    }
    return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
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

  static RecordLayerException layoutUnknown(byte[] key) {
    return new RecordLayerException(
        RecordLayerException.Code.FORMAT_UNKNOWN,
        "interned names have a key of another layout, "
            + ByteArrayUtil.printable(key)
            + ", known is layout "
            + LAYOUT);
  }

  static RecordLayerException damaged(
      byte[] key, String found, String expected, @Nullable Throwable e) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        "interned name "
            + found
            + ", expected "
            + expected
            + " (key "
            + ByteArrayUtil.printable(key)
            + ")",
        e);
  }
}
