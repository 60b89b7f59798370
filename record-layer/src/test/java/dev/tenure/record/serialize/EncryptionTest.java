package dev.tenure.record.serialize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.error.RecordLayerException.Code;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EncryptionTest {
  private static final RecordHead HEAD = RecordHead.of(3);

  private final RecordSerializer plain = RecordSerializer.plain();
  private final RecordSerializer first = Samples.serializer(Samples.encrypted(Samples.KEY_1));
  private final RecordSerializer rolled =
      Samples.serializer(Samples.encrypted(Samples.KEY_300, Samples.KEY_1));

  @Test
  void messageIsNotInTheStoredBytes() {
    byte[] stored = first.write(Samples.BIG, HEAD, Samples.KEY);

    assertFalse(new String(stored, StandardCharsets.ISO_8859_1).contains("aaaa"));
  }

  @Test
  void recordUnderAnOlderKeyIsReadAndWrittenUnderTheCurrentOne() {
    byte[] old = first.write(Samples.NOTE, HEAD, Samples.KEY);

    RecordContent read = Samples.read(rolled, old, Samples.NOTE);
    byte[] rewritten = rolled.write(read.message(), read.head(), Samples.KEY);
    RecordContent again = Samples.read(rolled, rewritten, Samples.NOTE);

    assertEquals(Samples.NOTE, read.message());
    assertEquals(OptionalInt.of(1), read.keyId());
    assertFalse(read.current());
    assertFalse(rolled.isCurrent(old, Samples.WHERE));
    assertEquals(OptionalInt.of(300), again.keyId());
    assertTrue(again.current());
    assertTrue(rolled.isCurrent(rewritten, Samples.WHERE));
  }

  @Test
  void unknownKeyIsNamed() {
    byte[] stored = rolled.write(Samples.NOTE, HEAD, Samples.KEY);

    Samples.assertRefused(
        Code.KEY_UNKNOWN,
        "is encrypted with key 300, which is not among those given",
        first,
        stored);
    Samples.assertRefused(
        Code.KEY_UNKNOWN, "is encrypted with key 300, no keys are given", plain, stored);
  }

  @Test
  void anotherKeyOfTheSameNumberIsToldFromDamage() {
    byte[] stored = first.write(Samples.NOTE, HEAD, Samples.KEY);
    RecordSerializer wrong = Samples.serializer(Samples.encrypted(Samples.key(1, 16, 1)));

    Samples.assertRefused(
        Code.DECRYPTION_REFUSED,
        "has a right checksum, but encryption key 1 (128 bits) does not open it",
        wrong,
        stored);
    stored[20] ^= 1;
    Samples.assertRefused(Code.DAMAGED, "has the checksum", wrong, stored);
  }

  @Test
  void recordCopiedToAnotherKeyIsRefused() {
    byte[] elsewhere = Samples.KEY.clone();
    elsewhere[4]++;
    byte[] longer = Arrays.copyOf(Samples.KEY, Samples.KEY.length + 1);

    for (byte[] other : new byte[][] {elsewhere, longer, {}}) {
      Samples.assertRefused(
          Code.DECRYPTION_REFUSED,
          "under another record's key",
          first,
          first.write(Samples.NOTE, HEAD, other));
    }
  }

  @Test
  void unencryptedRecordIsRefusedUnlessAccepted() {
    byte[] stored = plain.write(Samples.NOTE, HEAD, Samples.KEY);
    RecordSerializer accepting =
        Samples.serializer(Samples.encrypted(Samples.KEY_1).unencryptedAccepted());

    RecordContent read = Samples.read(accepting, stored, Samples.NOTE);

    Samples.assertRefused(Code.NOT_ENCRYPTED, "is not encrypted", first, stored);
    assertEquals(Samples.NOTE, read.message());
    assertEquals(OptionalInt.empty(), read.keyId());
    assertFalse(read.current());
    assertTrue(plain.isCurrent(stored, Samples.WHERE));
  }

  @Test
  void keysMayRollWhileTheSerializerIsInUse() {
    RollingKeys keys = new RollingKeys();
    RecordSerializer serializer = Samples.serializer(SerializerOptions.builder().encryption(keys));
    byte[] before = serializer.write(Samples.NOTE, HEAD, Samples.KEY);
    assertTrue(serializer.isCurrent(before, Samples.WHERE));

    keys.current = Samples.KEY_300;

    assertFalse(serializer.isCurrent(before, Samples.WHERE));
    byte[] after = serializer.write(Samples.NOTE, HEAD, Samples.KEY);
    assertEquals(OptionalInt.of(1), Samples.read(serializer, before, Samples.NOTE).keyId());
    assertEquals(OptionalInt.of(300), Samples.read(serializer, after, Samples.NOTE).keyId());
  }

  private static final class RollingKeys implements EncryptionKeys {
    private final EncryptionKeys known = EncryptionKeys.of(Samples.KEY_1, Samples.KEY_300);
    private volatile EncryptionKey current = Samples.KEY_1;

    @Override
    public EncryptionKey current() {
      return current;
    }

    @Override
    public Optional<EncryptionKey> byId(int id) {
      return known.byId(id);
    }
  }

  @Test
  void everyRecordHasANonceOfItsOwn() {
    RecordSerializer serializer =
        RecordSerializer.of(
            Samples.encrypted(Samples.KEY_1).build(), Samples.random("EncryptionTest"));
    Set<ByteBuffer> nonces = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      byte[] stored = serializer.write(Samples.NOTE, HEAD, Samples.KEY);
      nonces.add(ByteBuffer.wrap(Arrays.copyOfRange(stored, 4, 16)));
    }
    assertEquals(1_000, nonces.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 17, 31, 33, 64})
  void keyOfAnotherSizeIsRefusedNamingTheSize(int bytes) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> EncryptionKey.of(5, new byte[bytes]));

    assertEquals(
        "encryption key 5 is " + bytes * 8 + " bits, expected 128, 192 or 256",
        refused.getMessage());
  }

  @Test
  void keysShowNumberAndSizeOnly() {
    assertEquals("encryption key 300 (256 bits)", Samples.KEY_300.toString());
    assertEquals(
        "encryption keys [1, 300], current 300",
        EncryptionKeys.of(Samples.KEY_300, Samples.KEY_1).toString());
  }

  @Test
  void keyDoesNotChangeWithTheArrayItWasMadeFrom() {
    byte[] bytes = new byte[16];
    EncryptionKey key = EncryptionKey.of(1, bytes);
    byte[] stored =
        Samples.serializer(Samples.encrypted(key)).write(Samples.NOTE, HEAD, Samples.KEY);
    Arrays.fill(bytes, (byte) 9);

    RecordSerializer zeros =
        Samples.serializer(Samples.encrypted(EncryptionKey.of(1, new byte[16])));

    assertEquals(Samples.NOTE, Samples.read(zeros, stored, Samples.NOTE).message());
    assertNotSame(bytes, key.secret().getEncoded());
  }

  @Test
  void keysRefuseANumberTwiceAndANegativeOne() {
    EncryptionKey same = Samples.key(1, 32, 9);

    IllegalArgumentException twice =
        assertThrows(IllegalArgumentException.class, () -> EncryptionKeys.of(Samples.KEY_1, same));
    IllegalArgumentException negative =
        assertThrows(IllegalArgumentException.class, () -> EncryptionKey.of(-1, new byte[16]));

    assertEquals("two encryption keys have the id 1", twice.getMessage());
    assertEquals("encryption key's id is -1, the least is 0", negative.getMessage());
  }
}
