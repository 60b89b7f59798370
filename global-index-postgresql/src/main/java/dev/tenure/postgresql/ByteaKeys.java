package dev.tenure.postgresql;

import dev.tenure.record.global.SecondaryKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Encodes keys as {@code bytea}, whose bytes have the order of the keys. PostgreSQL's texts cannot
 * hold every character, and their order depends on a collation.
 *
 * <pre>
 * element of data.keys := length of the name (2 bytes, big-endian) name value      in UTF-8
 * </pre>
 */
final class ByteaKeys {
  private ByteaKeys() {}

  static byte[] of(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** A secondary key as an element of a column of keys. */
  static byte[] of(SecondaryKey key) {
    byte[] name = of(key.name());
    byte[] value = of(key.value());
    return ByteBuffer.allocate(Short.BYTES + name.length + value.length)
        .putShort((short) name.length)
        .put(name)
        .put(value)
        .array();
  }

  /**
   * Decodes the secondary key of an element.
   *
   * @throws PostgresShardException when the bytes are not a key
   */
  static SecondaryKey secondaryKey(byte[] element) {
    ByteBuffer bytes = ByteBuffer.wrap(element);
    int length = element.length < Short.BYTES ? -1 : Short.toUnsignedInt(bytes.getShort());
    if (length < 1 || length > bytes.remaining()) {
      throw new PostgresShardException(
          "a secondary key of "
              + element.length
              + " bytes has a name of "
              + length
              + " bytes; the row is damaged");
    }
    byte[] name = new byte[length];
    bytes.get(name);
    byte[] value = new byte[bytes.remaining()];
    bytes.get(value);
    return new SecondaryKey(text(name), text(value));
  }
}
