package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class KeyBytesTest {

  @Test
  void bytesCompareUnsigned() {
    assertTrue(KeyBytes.compare(new byte[] {0x7f}, new byte[] {(byte) 0x80}) < 0);
    assertTrue(KeyBytes.isBefore(new byte[] {}, new byte[] {0}));
    assertFalse(KeyBytes.isBefore(new byte[] {1}, new byte[] {1}));
  }

  @Test
  void nothingLiesBetweenAKeyAndTheOneAfter() {
    assertArrayEquals(new byte[] {5, 0}, KeyBytes.after(new byte[] {5}));
    assertTrue(KeyBytes.isSingleKey(new byte[] {5}, new byte[] {5, 0}));
    assertFalse(KeyBytes.isSingleKey(new byte[] {5}, new byte[] {5, 1}));
    assertFalse(KeyBytes.isSingleKey(new byte[] {5}, new byte[] {6, 0}));
    assertFalse(KeyBytes.isSingleKey(new byte[] {5}, new byte[] {6}));
  }

  @Test
  void leastAndGreatestOfTwo() {
    byte[] low = {1};
    byte[] high = {1, 0};
    assertArrayEquals(low, KeyBytes.least(high, low));
    assertArrayEquals(high, KeyBytes.greatest(high, low));
  }

  @Test
  void unprintableBytesAreEscaped() {
    assertEquals(
        "a\\x00\\xff\\x5c ", KeyBytes.printable(new byte[] {'a', 0, (byte) 0xff, '\\', ' '}));
  }
}
