package dev.tenure.record.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

final class ContinuationTest {
  private static final long SCAN = 0x0123456789abcdefL;
  private static final Continuation AT = Continuation.at(SCAN, new byte[] {0x15, 0x07});
  private static final Continuation TREE =
      Continuation.of(
          Operator.CONCAT,
          2,
          new byte[] {1},
          List.of(
              Continuation.of(
                  Operator.UNION,
                  0,
                  new byte[0],
                  List.of(AT, Continuation.START, Continuation.END))));

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  /** A continuation's bytes as somebody might make them up, with a checksum that fits. */
  private static byte[] madeUp(String hex) {
    byte[] body = bytes(hex);
    CRC32C crc = new CRC32C();
    crc.update(body);
    return ByteBuffer.allocate(body.length + 4).put(body).putInt((int) crc.getValue()).array();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static RecordLayerException assertRefused(byte[] bytes) {
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class, () -> Continuation.fromBytes(bytes), () -> hex(bytes));
    assertEquals(Code.CONTINUATION_REFUSED, refused.code());
    return refused;
  }

  private static void assertNotMade(String limit, Supplier<Continuation> made) {
    RecordLayerException refused = assertThrows(RecordLayerException.class, made::get);
    assertEquals(Code.CONTINUATION_TOO_LARGE, refused.code());
    assertTrue(refused.toString().contains(limit), refused.getMessage());
  }

  private static void assertTooLarge(Continuation continuation) {
    RecordLayerException refused = assertThrows(RecordLayerException.class, continuation::toBytes);
    assertEquals(Code.CONTINUATION_TOO_LARGE, refused.code());
  }

  private static RandomGenerator random() {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(7);
  }

  @Test
  void bytesAreAsDocumented() {
    assertBytes("02 00 d624473c", Continuation.START);
    assertBytes("02 02 371f37cb", Continuation.END);
    assertBytes("02 01 0123456789abcdef 02 1507 49edff6c", AT);
    assertBytes(
        "02 03 01 0000000000000002 01 01 01"
            + "03 05 0000000000000000 00 03"
            + "01 0123456789abcdef 02 1507  00  02"
            + "df89c269",
        TREE);
  }

  private static void assertBytes(String expected, Continuation continuation) {
    assertEquals(expected.replace(" ", ""), hex(continuation.toBytes()));
  }

  @Test
  void bytesGiveTheSameContinuationBack() {
    for (Continuation each : List.of(Continuation.START, AT, Continuation.END, TREE)) {
      Continuation back = Continuation.fromBytes(each.toBytes());
      assertEquals(each, back);
      assertEquals(each.hashCode(), back.hashCode());
      assertEquals(each.toString(), back.toString());
    }
    assertNotEquals(AT, Continuation.at(SCAN, new byte[] {0x15}));
    assertEquals("CONCAT(01)[UNION()[AT 1507, START, END]]", TREE.toString());
  }

  @Test
  void anyChangedBitIsRefused() {
    byte[] good = TREE.toBytes();
    for (int bit = 0; bit < good.length * 8; bit++) {
      byte[] changed = good.clone();
      changed[bit / 8] ^= (byte) (1 << (bit % 8));
      assertRefused(changed);
    }
  }

  @Test
  void anyOtherLengthIsRefused() {
    byte[] good = TREE.toBytes();
    for (int length = 0; length < good.length; length++) {
      assertRefused(Arrays.copyOf(good, length));
    }
    for (int length = 0; length < good.length - 4; length++) {
      assertRefused(madeUp(hex(Arrays.copyOf(good, length))));
    }
    assertRefused(Arrays.copyOf(good, good.length + 1));
    assertRefused(new byte[Continuation.BYTES_MAX + 1]);
  }

  @Test
  void randomBytesAreRefused() {
    RandomGenerator random = random();
    for (int i = 0; i < 10_000; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      assertRefused(bytes);
    }
  }

  @Test
  void bytesThatAreMadeUpGiveAContinuationOrAreRefused() {
    RandomGenerator random = random();
    byte[] good = TREE.toBytes();
    int read = 0;
    for (int i = 0; i < 50_000; i++) {
      byte[] body = Arrays.copyOf(good, good.length - 4);
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        body[1 + random.nextInt(body.length - 1)] = (byte) random.nextInt(256);
      }
      byte[] bytes = madeUp(hex(body));
      try {
        assertEquals(hex(bytes), hex(Continuation.fromBytes(bytes).toBytes()));
        read++;
      } catch (RecordLayerException refused) {
        assertEquals(Code.CONTINUATION_REFUSED, refused.code());
      }
    }
    assertTrue(read > 100, () -> "changed positions and fingerprints can be read");
  }

  @Test
  void nestingAndLengthsThatAreTooLargeAreRefusedBeforeTheyCost() {
    String level = "03 01 0000000000000000 00 01";
    assertEquals(
        Continuation.DEPTH_MAX,
        depth(Continuation.fromBytes(madeUp("02" + level.repeat(31) + "00"))));
    assertRefused(madeUp("02" + level.repeat(32) + "00"));
    assertRefused(madeUp("02" + level.repeat(8_000) + "00"));
    assertRefused(madeUp("02 01 0000000000000000 ffffffff03"));
    assertRefused(madeUp("02 01 0000000000000000 ffffffff07"));
    assertRefused(madeUp("02 01 0000000000000000 ffffffffff0f"));
    assertRefused(madeUp("02 03 01 0000000000000000 ffffffff07"));
    assertRefused(madeUp("02 03 01 0000000000000000 00 ffffffff07"));
    assertRefused(madeUp("02 03 01 0000000000000000 00 8102" + "00".repeat(257)));
  }

  private static int depth(Continuation continuation) {
    return 1 + continuation.children().stream().mapToInt(ContinuationTest::depth).max().orElse(0);
  }

  @Test
  void unknownFormatsTagsAndOperatorsAreRefusedAndNamed() {
    assertMessage("format 1, known is 2", madeUp("01 00"));
    assertMessage("tag 4", madeUp("02 04"));
    assertMessage("operator code 99", madeUp("02 03 63 0000000000000000 00 00"));
    assertMessage("1 bytes behind its end", madeUp("02 00 00"));
    assertMessage("incomplete number", madeUp("02 01 0000000000000000 8000"));
  }

  private static void assertMessage(String expected, byte[] bytes) {
    String message = String.valueOf(assertRefused(bytes).getMessage());
    assertTrue(message.contains(expected), message);
  }

  @Test
  void continuationBeyondItsLimitsIsNotWritten() {
    assertEquals(10_000, at(10_000).position(SCAN, "scan").length);
    assertEquals(at(10_000), Continuation.fromBytes(at(10_000).toBytes()));
    assertTooLarge(at(10_001));
    assertNotMade(
        "children of UNION: 257, the limit is 256",
        () -> union(Collections.nCopies(257, Continuation.START)));
    assertEquals(256, Continuation.fromBytes(union(256).toBytes()).children().size());
    assertTooLarge(union(Collections.nCopies(10, at(10_000))));
    Continuation deep = Continuation.START;
    for (int i = 1; i < Continuation.DEPTH_MAX; i++) {
      deep = union(List.of(deep));
    }
    Continuation deepest = deep;
    assertEquals(deepest, Continuation.fromBytes(deepest.toBytes()));
    assertNotMade("depth: 33, the limit is 32", () -> union(List.of(deepest)));
    assertTooLarge(Continuation.of(Operator.DISTINCT, 0, new byte[100_000], List.of(AT)));
  }

  @Test
  void lengthLimitHoldsForAllOfIt() {
    for (int state = Continuation.BYTES_MAX - 100; state <= Continuation.BYTES_MAX; state++) {
      Continuation large =
          Continuation.of(
              Operator.UNION, 0, new byte[state], Collections.nCopies(20, Continuation.START));
      try {
        byte[] bytes = large.toBytes();
        assertTrue(bytes.length <= Continuation.BYTES_MAX);
        assertEquals(large, Continuation.fromBytes(bytes));
      } catch (RecordLayerException refused) {
        assertEquals(Code.CONTINUATION_TOO_LARGE, refused.code());
      }
    }
  }

  private static Continuation at(int length) {
    return Continuation.at(SCAN, new byte[length]);
  }

  private static Continuation union(int children) {
    return union(Collections.nCopies(children, Continuation.START));
  }

  private static Continuation union(List<Continuation> children) {
    return Continuation.of(Operator.UNION, 0, new byte[0], children);
  }

  @Test
  void positionOfAnotherScanIsRefused() {
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> AT.position(SCAN + 1, "index by-tag"));

    assertEquals(Code.CONTINUATION_REFUSED, refused.code());
    assertTrue(String.valueOf(refused.getMessage()).contains("index by-tag"));
    assertThrows(RecordLayerException.class, () -> TREE.position(SCAN, "index by-tag"));
    assertThrows(RecordLayerException.class, () -> AT.require(Operator.UNION, 0, 1));
  }
}
