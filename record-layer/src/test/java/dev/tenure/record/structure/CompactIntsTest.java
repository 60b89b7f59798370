package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class CompactIntsTest {
  private static byte[] bytes(int number) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CompactInts.put(out, number);
    return out.toByteArray();
  }

  @Test
  void bytesAreThoseOfThePage() {
    Map<Integer, String> expected = new TreeMap<>();
    expected.put(0, "00");
    expected.put(240, "f0");
    expected.put(241, "f101");
    expected.put(2_287, "f8ff");
    expected.put(2_288, "f90000");
    expected.put(67_823, "f9ffff");
    expected.put(67_824, "fa0108f0");
    expected.put(0xFFFFFF, "faffffff");
    expected.put(0x1000000, "fb01000000");
    expected.put(Integer.MAX_VALUE, "fb7fffffff");
    expected.forEach((number, hex) -> assertEquals(hex, HexFormat.of().formatHex(bytes(number))));
  }

  @Test
  void numbersComeBackAndNothingIsLeft() {
    for (long number = 0; number <= Integer.MAX_VALUE; number += 1 + number / 50) {
      for (int each : new int[] {(int) number, Integer.MAX_VALUE - (int) number}) {
        ByteBuffer in = ByteBuffer.wrap(bytes(each));
        assertEquals(each, CompactInts.get(in));
        assertFalse(in.hasRemaining());
      }
    }
  }

  @Test
  void cutOffAndTooLargeNumbersAreNone() {
    for (int number : new int[] {241, 2_288, 67_824, 0x1000000, Integer.MAX_VALUE}) {
      byte[] whole = bytes(number);
      for (int length = 0; length < whole.length; length++) {
        ByteBuffer cut = ByteBuffer.wrap(Arrays.copyOf(whole, length));
        assertEquals(CompactInts.NONE, CompactInts.get(cut), number + " to " + length);
      }
    }
    for (String hex : new String[] {"fb80000000", "fc0000000000", "ff"}) {
      assertEquals(
          CompactInts.NONE, CompactInts.get(ByteBuffer.wrap(HexFormat.of().parseHex(hex))), hex);
    }
  }

  @Test
  void negativeNumberIsABug() {
    assertThrows(IllegalArgumentException.class, () -> bytes(-1));
  }
}
