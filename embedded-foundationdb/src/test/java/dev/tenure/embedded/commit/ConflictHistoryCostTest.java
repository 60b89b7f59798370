package dev.tenure.embedded.commit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.tenure.embedded.storage.Keys;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Time and memory of the conflict history, with keys of 40 bytes of which most share a prefix. */
class ConflictHistoryCostTest {
  private static final int KEY_BYTES = 40;
  private static final int WRITES_PER_VERSION = 10;
  private static final int CHECKS = 20_000;
  private static final int ROUNDS_MAX = 40;

  @Test
  void checkCostsAtMostTwiceAsMuchAtAMillionWritesAsAtAThousand() {
    assertCostsAtMostTwiceAsMuch(filled(1_000, false), filled(1_000_000, false));
  }

  @Test
  void checkCostsAtMostTwiceAsMuchWithManyRangesAsWithFew() {
    assertCostsAtMostTwiceAsMuch(filled(1_000, true), filled(200_000, true));
  }

  @Test
  void writeTakesAtMostTwoHundredBytes() {
    int writes = 50_000;
    long points = filled(writes, false).bytesHeld() / writes;
    long ranges = filled(writes, true).bytesHeld() / writes;
    assertTrue(points <= 100, points + " bytes a write of one key");
    assertTrue(ranges <= 200, ranges + " bytes a write of a range");
  }

  /** The least of several rounds, so that other work on the machine does not count. */
  private static void assertCostsAtMostTwiceAsMuch(ConflictHistory small, ConflictHistory large) {
    long smallNanos = Long.MAX_VALUE;
    long largeNanos = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS_MAX; round++) {
      smallNanos = Math.min(smallNanos, nanosOfChecks(small));
      largeNanos = Math.min(largeNanos, nanosOfChecks(large));
      if (round > 5 && largeNanos < 2 * smallNanos) {
        return;
      }
    }
    fail(largeNanos / CHECKS + " ns a check, and " + smallNanos / CHECKS + " with few writes");
  }

  private static ConflictHistory filled(int writes, boolean ranges) {
    ConflictHistory history = new ConflictHistory();
    Random random = new Random(writes);
    for (int i = 0; i < writes; i++) {
      byte[] begin = key(random);
      byte[] end = ranges ? Keys.after(Keys.after(begin)) : Keys.after(begin);
      history.add(begin, end, i / WRITES_PER_VERSION);
      history.expireSome(0);
    }
    return history;
  }

  private static long nanosOfChecks(ConflictHistory history) {
    long readVersion = history.newest() - 3;
    Random random = new Random(readVersion);
    byte[][] begins = new byte[CHECKS][];
    byte[][] ends = new byte[CHECKS][];
    for (int i = 0; i < CHECKS; i++) {
      begins[i] = key(random);
      ends[i] = Keys.after(begins[i]);
    }
    int conflicts = 0;
    long start = System.nanoTime();
    for (int i = 0; i < CHECKS; i++) {
      conflicts += history.isNewer(begins[i], ends[i], readVersion) ? 1 : 0;
    }
    long nanos = System.nanoTime() - start;
    assertTrue(conflicts < CHECKS / 100, conflicts + " conflicts");
    return nanos;
  }

  private static byte[] key(Random random) {
    ByteBuffer key = ByteBuffer.allocate(KEY_BYTES);
    key.position(24);
    return key.putLong(random.nextLong()).array();
  }
}
