package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class KeysTest {

  @Test
  void bytesCompareUnsigned() {
    assertTrue(Keys.compare(new byte[] {0x7f}, new byte[] {(byte) 0x80}) < 0);
    assertTrue(Keys.isBefore(new byte[] {}, new byte[] {0}));
    assertFalse(Keys.isBefore(new byte[] {1}, new byte[] {1}));
  }

  @Test
  void nothingLiesBetweenAKeyAndTheOneAfter() {
    assertArrayEquals(new byte[] {5, 0}, Keys.after(new byte[] {5}));
    assertTrue(Keys.isSingleKey(new byte[] {5}, new byte[] {5, 0}));
    assertFalse(Keys.isSingleKey(new byte[] {5}, new byte[] {5, 1}));
    assertFalse(Keys.isSingleKey(new byte[] {5}, new byte[] {6, 0}));
    assertFalse(Keys.isSingleKey(new byte[] {5}, new byte[] {6}));
  }

  @Test
  void leastAndGreatestOfTwo() {
    byte[] low = {1};
    byte[] high = {1, 0};
    assertArrayEquals(low, Keys.least(high, low));
    assertArrayEquals(high, Keys.greatest(high, low));
  }

  @Test
  void unprintableBytesAreEscaped() {
    assertEquals("a\\x00\\xff\\x5c ", Keys.printable(new byte[] {'a', 0, (byte) 0xff, '\\', ' '}));
  }
}
