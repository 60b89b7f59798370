package dev.tenure.embedded.range;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that was read is known, and nothing else, however the reads overlap. */
class KnownRowsTest {
  private static final int KEYS = 30;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void knowsExactlyTheRangesThatWereAdded(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    BitSet stored = new BitSet();
    for (int key = 0; key < KEYS; key++) {
      stored.set(key, random.nextBoolean());
    }
    KnownRows known = new KnownRows();
    BitSet model = new BitSet();
    for (int step = 0; step < 60; step++) {
      int begin = random.nextInt(KEYS);
      int end = begin + 1 + random.nextInt(Math.min(8, KEYS - begin));
      HashedKey single = new HashedKey(key(begin));
      if (random.nextBoolean()) {
        known.add(key(begin), key(end), rows(stored, begin, end));
        model.set(begin, end);
      } else if (known.find(single) == null) {
        known.add(single, stored.get(begin) ? new byte[] {1} : null);
        model.set(begin);
      }
      for (int key = 0; key < KEYS; key++) {
        byte[] expected = stored.get(key) ? new byte[] {1} : KnownRows.ABSENT;
        String where = "seed " + seed + " step " + step + " key " + key;
        assertArrayEquals(
            model.get(key) ? expected : null, known.find(new HashedKey(key(key))), where);
      }
      if (random.nextBoolean()) {
        continue;
      }
      for (int key = 0; key < KEYS; key++) {
        String where = "seed " + seed + " step " + step + " key " + key;
        assertSame(stored.get(key), model.get(key), known.at(key(key)), key, where);
      }
    }
  }

  private static void assertSame(
      boolean stored, boolean read, KnownRows.@Nullable Known range, int key, String where) {
    if (!read) {
      assertNull(range, where);
      return;
    }
    assertNotNull(range, where);
    assertEquals(stored, range.isRow(range.indexOf(key(key)), key(key)), where);
  }

  private static List<KeyValue> rows(BitSet stored, int begin, int end) {
    List<KeyValue> rows = new ArrayList<>();
    for (int key = begin; key < end; key++) {
      if (stored.get(key)) {
        rows.add(new KeyValue(key(key), new byte[] {1}));
      }
    }
    return rows;
  }

  private static byte[] key(int number) {
    return new byte[] {(byte) number};
  }

  @Test
  void forgetsWhenItHasBecomeTooMuchButKnowsThatItRead() {
    KnownRows known = new KnownRows();
    byte[] value = new byte[100_000];
    for (int key = 0; key < 100; key++) {
      known.add(new HashedKey(key(key)), value);
    }
    known.trim();
    assertNotNull(known.at(key(5)), "ten million bytes are kept");
    for (int round = 0; round < 3; round++) {
      for (int key = 0; key < 100; key++) {
        known.add(new HashedKey(key(key)), value);
      }
    }
    known.trim();
    assertNull(known.at(key(5)));
    assertFalse(known.isEmpty());
    assertTrue(new KnownRows().isEmpty());
  }
}
