package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.WriteBuffer;
import dev.tenure.embedded.write.WriteOperation;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Read conflicts are the union of what was read, less what own writes settle. */
class ReadConflictsTest {
  private static final int KEYS = 40;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void mergedRangesAreTheUnionSortedAndApart(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ReadConflicts conflicts = new ReadConflicts();
    BitSet model = new BitSet();
    for (int step = 0; step < 3000; step++) {
      int begin = random.nextInt(KEYS);
      int end = begin + random.nextInt(3);
      conflicts.add(key(begin), key(end));
      model.set(begin, end);
      if (step % 500 == 7) {
        assertUnion(model, conflicts.merged());
      }
    }
    assertUnion(model, conflicts.merged());
  }

  private static void assertUnion(BitSet model, List<Range> merged) {
    BitSet covered = new BitSet();
    for (int i = 0; i < merged.size(); i++) {
      Range range = merged.get(i);
      covered.set(range.begin[0], range.end[0]);
      assertTrue(
          i == 0 || KeyBytes.isBefore(merged.get(i - 1).end, range.begin),
          "ranges touch or overlap");
    }
    assertEquals(model, covered);
  }

  @Test
  void batchesOfAScanBecomeOneRange() {
    ReadConflicts conflicts = new ReadConflicts();
    conflicts.add(key(1), key(5));
    conflicts.add(key(5), key(9));
    conflicts.add(key(7), key(8));
    assertEquals(1, conflicts.merged().size());
  }

  @Test
  void keysThatOwnWritesSettleDoNotConflict() {
    WriteBuffer writes = new WriteBuffer();
    writes.mutate(key(3), WriteOperation.set(new byte[] {1}), true);
    writes.clear(key(5), key(7), true);
    writes.mutate(key(8), new WriteOperation(MutationType.ADD, new byte[] {1}), true);
    ReadConflicts conflicts = new ReadConflicts();
    conflicts.addVisible(key(1), key(10), writes);
    BitSet covered = new BitSet();
    for (Range range : conflicts.merged()) {
      int end = range.end.length == 1 ? range.end[0] : range.end[0] + 1;
      covered.set(range.begin.length == 1 ? range.begin[0] : range.begin[0] + 1, end);
    }
    BitSet expected = new BitSet();
    expected.set(1, 10);
    expected.clear(3);
    expected.clear(5, 7);
    assertEquals(expected, covered);
  }

  private static byte[] key(int number) {
    return new byte[] {(byte) number};
  }
}
