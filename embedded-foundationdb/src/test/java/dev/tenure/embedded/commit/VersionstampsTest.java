package dev.tenure.embedded.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class VersionstampsTest {

  @Test
  void versionAndBatchOrderAreBigEndian() {
    byte[] stamp = Versionstamps.pack(0x0102030405060708L, 0x090a);
    assertEquals("0102030405060708090a", HexFormat.of().formatHex(stamp));
  }

  @Test
  void stampFillsTheTenBytesAtTheOffset() {
    byte[] operand = HexFormat.of().parseHex("aabb" + "00".repeat(10) + "cc" + "02000000");
    byte[] filled = Versionstamps.fill(operand, 1, 2);
    assertArrayEquals(HexFormat.of().parseHex("aabb00000000000000010002cc"), filled);
  }

  @Test
  void offsetMustLeaveRoomForTenBytes() {
    assertTrue(Versionstamps.hasPlace(operand(14, 0)));
    assertFalse(Versionstamps.hasPlace(operand(14, 1)));
    assertFalse(Versionstamps.hasPlace(operand(13, 0)));
    assertFalse(Versionstamps.hasPlace(operand(30, 17)));
    assertTrue(Versionstamps.hasPlace(operand(30, 16)));
    assertFalse(Versionstamps.hasPlace(operand(14, 0x80000000)));
    assertFalse(Versionstamps.hasPlace(operand(14, -1)));
    assertFalse(Versionstamps.hasPlace(new byte[3]));
    assertThrows(IllegalArgumentException.class, () -> Versionstamps.fill(operand(14, 1), 1, 1));
  }

  private static byte[] operand(int length, int offset) {
    byte[] operand = new byte[length];
    for (int i = 0; i < 4; i++) {
      operand[length - 4 + i] = (byte) (offset >>> (8 * i));
    }
    return operand;
  }
}
