package dev.tenure.record.serialize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes that nobody wrote, bytes that were changed, bytes of a newer version. */
final class DamagedRecordTest {
  private static final RecordHead HEAD =
      RecordHead.of(300).withTypeKey(2).withTimes(new RecordTimes(5, 4));

  /** A serializer and a record of it. */
  private static final class Stored {
    final RecordSerializer serializer;
    final byte[] bytes;

    Stored(SerializerOptions.Builder options, boolean big) {
      serializer = Samples.serializer(options);
      bytes = serializer.write(big ? Samples.BIG : Samples.NOTE, HEAD, Samples.KEY);
    }
  }

  static List<Stored> records() {
    return List.of(
        new Stored(SerializerOptions.builder(), false),
        new Stored(SerializerOptions.builder().wholeBytesMax(0), false),
        new Stored(SerializerOptions.builder().encoding(new TextEncoding()), false),
        new Stored(Samples.compressed(), true),
        new Stored(SerializerOptions.builder().compression(new RunLengths(), 0), true),
        new Stored(Samples.encrypted(Samples.KEY_300), false),
        new Stored(Samples.encrypted(Samples.KEY_300).unencryptedAccepted(), false),
        new Stored(
            Samples.encrypted(Samples.KEY_1)
                .compression(RecordCompression.zstd(3), 0)
                .wholeBytesMax(0),
            true));
  }

  @ParameterizedTest
  @MethodSource("records")
  void anyFlippedBitIsFound(Stored record) {
    for (int bit = 0; bit < record.bytes.length * 8; bit++) {
      Code code = refusal(record.serializer, flipped(record.bytes, bit), "bit " + bit);
      assertEquals(bit < 8 ? Code.FORMAT_UNKNOWN : Code.DAMAGED, code, "bit " + bit);
    }
  }

  @ParameterizedTest
  @MethodSource("records")
  void anyMissingEndIsFound(Stored record) {
    for (int length = 0; length < record.bytes.length; length++) {
      byte[] rest = Arrays.copyOf(record.bytes, length);
      assertEquals(Code.DAMAGED, refusal(record.serializer, rest, "length " + length));
    }
  }

  @ParameterizedTest
  @MethodSource("records")
  void bytesBehindTheEndAreFound(Stored record) {
    byte[] longer = Arrays.copyOf(record.bytes, record.bytes.length + 1);
    assertEquals(Code.DAMAGED, refusal(record.serializer, longer, "longer"));
  }

  @ParameterizedTest
  @MethodSource("records")
  void forgedChecksumOpensNoEncryptedRecord(Stored record) {
    Map<Code, Integer> codes = new EnumMap<>(Code.class);
    boolean encrypted = (record.bytes[1] & 0x20) != 0;
    for (int bit = 0; bit < (record.bytes.length - 4) * 8; bit++) {
      byte[] forged = Samples.checked(flipped(record.bytes, bit));
      boolean unsealed = encrypted && (forged[1] & 0x20) == 0;
      try {
        Samples.read(record.serializer, forged, Samples.NOTE);
        assertTrue(!encrypted || unsealed, "opened with bit " + bit + " changed");
      } catch (RecordLayerException e) {
        codes.merge(e.code(), 1, Integer::sum);
      }
    }
    assertTrue(codes.containsKey(Code.FORMAT_UNKNOWN), codes::toString);
    assertEquals(encrypted, codes.containsKey(Code.DECRYPTION_REFUSED), codes::toString);
  }

  @Test
  void randomBytesGiveNoOtherError() {
    RandomGenerator random = Samples.random("DamagedRecordTest");
    List<Stored> records = records();
    for (int i = 0; i < 10_000; i++) {
      byte[] bytes = new byte[random.nextInt(120)];
      random.nextBytes(bytes);
      if (bytes.length > 0 && random.nextBoolean()) {
        bytes[0] = Envelope.FORMAT;
      }
      refusal(records.get(i % records.size()).serializer, bytes, "round " + i);
    }
  }

  @Test
  void randomBytesWithARightChecksumGiveNoOtherError() {
    RandomGenerator random = Samples.random("DamagedRecordTest");
    List<Stored> records = records();
    int read = 0;
    for (int i = 0; i < 10_000; i++) {
      Stored record = records.get(i % records.size());
      byte[] bytes = mangled(record.bytes, random);
      try {
        Samples.read(record.serializer, bytes, Samples.NOTE);
        read++;
      } catch (RecordLayerException e) {
        assertTrue(String.valueOf(e.getMessage()).endsWith("(7))"), e::toString);
      }
    }
    assertTrue(read < 9_000, "read " + read);
  }

  /** Noise behind a format and flags that are known, or a record with a few bytes changed. */
  private static byte[] mangled(byte[] record, RandomGenerator random) {
    byte[] bytes = random.nextBoolean() ? record.clone() : new byte[random.nextInt(7, 120)];
    if (bytes.length != record.length || bytes[0] == 0) {
      random.nextBytes(bytes);
      bytes[0] = Envelope.FORMAT;
      bytes[1] &= 0x3E;
    }
    for (int j = random.nextInt(4); j > 0; j--) {
      bytes[random.nextInt(2, bytes.length)] = (byte) random.nextInt();
    }
    return Samples.checked(bytes);
  }

  @Test
  void whatIsWrongWithTheBytesIsTold() {
    RecordSerializer plain = RecordSerializer.plain();
    byte[] stored = plain.write(Samples.NOTE, RecordHead.of(3), Samples.KEY);
    byte[] flipped = flipped(stored, 30);

    Samples.assertRefused(Code.DAMAGED, "has 0 bytes, the least is 7", plain, new byte[0]);
    Samples.assertRefused(
        Code.DAMAGED, "has 6 bytes, the least is 7", plain, Arrays.copyOf(stored, 6));
    Samples.assertRefused(
        Code.DAMAGED, "has the checksum 0x3b91bf60, its bytes give 0x", plain, flipped);
    Samples.assertRefused(
        Code.FORMAT_UNKNOWN, "has format 1, known is 2", plain, new byte[] {1, 0, 3});
    Samples.assertRefused(
        Code.FORMAT_UNKNOWN,
        "has format 2 with flags 0x40, known are 0x3f",
        plain,
        Samples.checked("02 40 03"));
    Samples.assertRefused(
        Code.FORMAT_UNKNOWN,
        "has the encoding 64, which is",
        plain,
        Samples.checked("02 04 03 40"));
    Samples.assertRefused(
        Code.FORMAT_UNKNOWN,
        "has the compression 9, which is",
        plain,
        Samples.checked("02 10 03 09 05 00"));
    Samples.assertRefused(
        Code.DAMAGED, "is no tenure.record.test.Note: ", plain, Samples.checked("02 00 03 08"));
  }

  @Test
  void whatIsWrongWithTheHeadIsTold() {
    RecordSerializer plain = RecordSerializer.plain();
    Samples.assertRefused(
        Code.DAMAGED,
        "has no schema version of 0 to 2147483647",
        plain,
        Samples.checked("02 00 ff"));
    Samples.assertRefused(
        Code.DAMAGED, "has no schema version of 0 to", plain, Samples.checked("02 00 8080808008"));
    Samples.assertRefused(
        Code.DAMAGED, "has no type key of 0 to", plain, Samples.checked("02 02 03"));
    Samples.assertRefused(
        Code.DAMAGED, "has the encoding 0 written out", plain, Samples.checked("02 04 03 00"));
    Samples.assertRefused(
        Code.DAMAGED, "has no time updated of 0 to", plain, Samples.checked("02 08 03 00 01"));
    Samples.assertRefused(
        Code.DAMAGED,
        "has no time created of 0 to",
        plain,
        Samples.checked("02 08 03 ffffffffffffffff7f 00"));
    Samples.assertRefused(
        Code.DAMAGED,
        "is encrypted with 1 bytes behind its head, the least is 28",
        plain,
        Samples.checked("02 20 03 01 00"));
  }

  @Test
  void missingEndOfARecordThatWasSplitIsToldAsSuch() {
    RecordSerializer split = Samples.serializer(SerializerOptions.builder().wholeBytesMax(0));
    byte[] stored = split.write(Samples.NOTE, RecordHead.of(3), Samples.KEY);

    Samples.assertRefused(
        Code.DAMAGED,
        "has 9 bytes behind its length, which says 11",
        split,
        Arrays.copyOf(stored, stored.length - 2));
  }

  private static byte[] flipped(byte[] bytes, int bit) {
    byte[] flipped = bytes.clone();
    flipped[bit / 8] ^= (byte) (1 << (bit % 8));
    return flipped;
  }

  private static Code refusal(RecordSerializer serializer, byte[] bytes, String what) {
    try {
      Samples.read(serializer, bytes, Samples.NOTE);
    } catch (RecordLayerException e) {
      assertTrue(String.valueOf(e.getMessage()).endsWith("(store app, Note (7))"), e::toString);
      assertThrows(
          RecordLayerException.class, () -> serializer.isCurrent(bytes, Samples.WHERE), what);
      return e.code();
    }
    return fail("read with " + what);
  }
}
