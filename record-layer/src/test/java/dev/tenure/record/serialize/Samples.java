package dev.tenure.record.serialize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.tenure.record.Seeds;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.test.Note;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;

/** What the tests of stored records share. */
final class Samples {
  static final byte[] KEY = HexFormat.of().parseHex("150105150700");
  static final Supplier<String> WHERE = () -> "store app, Note (7)";
  static final Note NOTE = Note.newBuilder().setId(7).setTitle("hi").build();
  static final Note BIG =
      Note.newBuilder().setId(7).setBody(ByteString.copyFromUtf8("a".repeat(1000))).build();
  static final EncryptionKey KEY_1 = key(1, 16, 0);
  static final EncryptionKey KEY_300 = key(300, 32, 100);

  private Samples() {}

  /** A key whose bytes are the numbers from the first on. */
  static EncryptionKey key(int id, int length, int first) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (first + i);
    }
    return EncryptionKey.of(id, bytes);
  }

  /** A generator from a seed that is printed. */
  static RandomGenerator random(String test) {
    return Seeds.random(test);
  }

  static RecordSerializer serializer(SerializerOptions.Builder options) {
    return RecordSerializer.of(options.build(), () -> 0x0102030405060708L);
  }

  static SerializerOptions.Builder encrypted(EncryptionKey current, EncryptionKey... readable) {
    return SerializerOptions.builder().encryption(EncryptionKeys.of(current, readable));
  }

  static SerializerOptions.Builder compressed() {
    return SerializerOptions.builder().compression(RecordCompression.zstd(3), 0);
  }

  static RecordContent read(RecordSerializer serializer, byte[] stored, Message prototype) {
    return serializer.read(stored, PrototypeLookup.only(prototype), KEY, WHERE);
  }

  /** The bytes with a checksum that is right for them. */
  static byte[] checked(byte[] stored) {
    byte[] checked = stored.clone();
    CRC32C crc = new CRC32C();
    crc.update(checked, 0, checked.length - 4);
    ByteBuffer.wrap(checked).putInt(checked.length - 4, (int) crc.getValue());
    return checked;
  }

  /** A record from its bytes without checksum, in hexadecimal. */
  static byte[] checked(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    return checked(Arrays.copyOf(bytes, bytes.length + 4));
  }

  /** Reading gives this error, which names the record and says so. */
  static void assertRefused(
      RecordLayerException.Code code, String what, RecordSerializer serializer, byte[] stored) {
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> read(serializer, stored, NOTE));
    String message = String.valueOf(refused.getMessage());
    assertEquals(code, refused.code(), message);
    assertTrue(message.startsWith("record ") && message.contains(what), message);
    assertTrue(message.endsWith(" (store app, Note (7))"), message);
  }
}
