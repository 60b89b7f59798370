package dev.tenure.embedded.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An interval set is the set of keys that was added and not removed, whatever the order. */
class IntervalSetTest {
  private static final int KEYS = 24;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void equalsASetOfKeysAfterEveryStep(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    IntervalSet set = new IntervalSet();
    BitSet model = new BitSet();
    for (int step = 0; step < 500; step++) {
      int begin = random.nextInt(KEYS);
      int end = begin + 1 + random.nextInt(KEYS - begin);
      if (random.nextInt(3) == 0) {
        set.remove(key(begin), key(end));
        model.clear(begin, end);
      } else {
        set.add(key(begin), key(end));
        model.set(begin, end);
      }
      assertSame(model, set, "seed " + seed + " step " + step);
    }
  }

  private static void assertSame(BitSet model, IntervalSet set, String where) {
    for (int key = 0; key < KEYS; key++) {
      assertEquals(model.get(key), set.contains(key(key)), where + " key " + key);
    }
    List<Range> ranges = set.ranges();
    for (int i = 1; i < ranges.size(); i++) {
      assertTrue(
          KeyBytes.isBefore(ranges.get(i - 1).end, ranges.get(i).begin), where + ": ranges touch");
    }
    BitSet within = new BitSet();
    for (Range range : set.within(key(5), key(17))) {
      within.set(range.begin[0], range.end[0]);
    }
    BitSet expected = (BitSet) model.clone();
    expected.clear(0, 5);
    expected.clear(17, KEYS + 1);
    assertEquals(expected, within, where);
  }

  private static byte[] key(int number) {
    return new byte[] {(byte) number};
  }
}
