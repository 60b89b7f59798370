package dev.tenure.record.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.RecordLayerException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

final class ContinuationTest {
  private static final long SCAN = 0x0123456789abcdefL;
  private static final Continuation AT = Continuation.at(SCAN, new byte[] {0x15, 0x07});

  @Test
  void bytesAreAsDocumented() {
    assertEquals("0100" + "e2c3efa5", hex(Continuation.START.toBytes()));
    assertEquals("0102" + "03f89f52", hex(Continuation.END.toBytes()));
    assertEquals("0101" + "0123456789abcdef" + "1507" + "08638d80", hex(AT.toBytes()));
  }

  @Test
  void bytesGiveTheSameContinuationBack() {
    for (Continuation each : new Continuation[] {Continuation.START, AT, Continuation.END}) {
      assertEquals(each, Continuation.fromBytes(each.toBytes()));
    }
  }

  @Test
  void anyChangedByteIsRefused() {
    byte[] good = AT.toBytes();
    for (int i = 0; i < good.length; i++) {
      byte[] changed = good.clone();
      changed[i] ^= 0x40;
      assertRefused(changed);
    }
  }

  @Test
  void anyOtherLengthIsRefused() {
    byte[] good = AT.toBytes();
    for (int length = 0; length < good.length; length++) {
      assertRefused(Arrays.copyOf(good, length));
    }
    assertRefused(new byte[20_000]);
  }

  @Test
  void positionOfAnotherScanIsRefused() {
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> AT.position(SCAN + 1, "index by-tag"));

    assertEquals(RecordLayerException.Code.CONTINUATION_REFUSED, refused.code());
    assertTrue(String.valueOf(refused.getMessage()).contains("index by-tag"));
  }

  private static void assertRefused(byte[] bytes) {
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> Continuation.fromBytes(bytes));
    assertEquals(RecordLayerException.Code.CONTINUATION_REFUSED, refused.code());
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
