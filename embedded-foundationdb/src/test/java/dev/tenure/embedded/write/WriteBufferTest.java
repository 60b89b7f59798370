package dev.tenure.embedded.write;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.Range;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a buffer of writes conflicts with is all that was written, but for what was so quietly. */
class WriteBufferTest {
  private static final int KEYS = 24;
  private static final int STEPS = 60;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void conflictsWithWhatWasWrittenAloud(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int run = 0; run < 20; run++) {
      WriteBuffer buffer = new WriteBuffer();
      BitSet model = new BitSet();
      // Some buffers have no quiet write, some only a few.
      int quietOneIn = 2 << random.nextInt(8);
      for (int step = 0; step < STEPS; step++) {
        boolean aloud = random.nextInt(quietOneIn) != 0;
        write(buffer, random, aloud, model);
        assertEquals(model, keysOf(buffer.conflictRanges()), "seed " + seed + " step " + step);
      }
    }
  }

  private static void write(
      WriteBuffer buffer, SplittableRandom random, boolean aloud, BitSet model) {
    int begin = random.nextInt(KEYS);
    int end = begin + 1;
    if (random.nextBoolean()) {
      end += random.nextInt(KEYS - begin);
      buffer.clear(key(begin), key(end), aloud);
    } else {
      buffer.mutate(key(begin), WriteOperation.set(key(0)), aloud);
    }
    if (aloud) {
      model.set(begin, end);
    }
  }

  private static BitSet keysOf(List<Range> ranges) {
    BitSet keys = new BitSet();
    for (int i = 0; i < KEYS; i++) {
      byte[] key = key(i);
      if (ranges.stream()
          .anyMatch(r -> !KeyBytes.isBefore(key, r.begin) && KeyBytes.isBefore(key, r.end))) {
        keys.set(i);
      }
    }
    return keys;
  }

  private static byte[] key(int number) {
    return new byte[] {(byte) number};
  }
}
