package dev.tenure.embedded.conflict;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.storage.KeyBytes;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Memory of the conflict history, with keys of 40 bytes of which most share a prefix. */
class ConflictHistorySizeTest {
  private static final int KEY_BYTES = 40;
  private static final int WRITES_PER_VERSION = 10;

  @Test
  void writeTakesAtMostTwoHundredBytes() {
    int writes = 50_000;
    long points = filled(writes, false).bytesHeld() / writes;
    long ranges = filled(writes, true).bytesHeld() / writes;
    assertTrue(points <= 100, points + " bytes a write of one key");
    assertTrue(ranges <= 200, ranges + " bytes a write of a range");
  }

  private static ConflictHistory filled(int writes, boolean ranges) {
    ConflictHistory history = new ConflictHistory(1_000);
    Random random = new Random(writes);
    for (int i = 0; i < writes; i++) {
      byte[] begin = key(random);
      byte[] end = ranges ? KeyBytes.after(KeyBytes.after(begin)) : KeyBytes.after(begin);
      history.add(begin, end, i / WRITES_PER_VERSION);
      history.expire(0);
    }
    return history;
  }

  private static byte[] key(Random random) {
    ByteBuffer key = ByteBuffer.allocate(KEY_BYTES);
    key.position(24);
    return key.putLong(random.nextLong()).array();
  }
}
