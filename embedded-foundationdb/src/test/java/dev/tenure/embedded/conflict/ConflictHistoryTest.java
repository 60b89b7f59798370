package dev.tenure.embedded.conflict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.storage.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConflictHistoryTest {

  @Test
  void agreesWithAListOfAllWrites() throws Exception {
    Seeds.forEach(30, random -> new Model(random).run(1500));
  }

  @Test
  void agreesWithAListWhenManyKeysLieInTheWindow() throws Exception {
    Seeds.forEach(2, random -> new Model(random).runWide(20_000));
  }

  @Test
  void holdsNoMoreThanTwiceTheWindow() {
    ConflictHistory history = new ConflictHistory(2_500);
    Random random = new Random(7);
    int window = 20_000;
    long most = 0;
    for (int i = 1; i <= 300_000; i++) {
      byte[] key = ByteBuffer.allocate(8).putLong(random.nextLong()).array();
      history.add(key, KeyBytes.after(key), i);
      history.expire(i - window);
      most = Math.max(most, history.size());
    }
    assertTrue(most < 2L * window, most + " entries held");
  }

  @Test
  void holdsNoMoreThanTwiceTheWindowOfRanges() {
    ConflictHistory history = new ConflictHistory(2_500);
    Random random = new Random(8);
    int window = 20_000;
    long most = 0;
    for (int i = 1; i <= 200_000; i++) {
      byte[] begin = ByteBuffer.allocate(8).putLong(random.nextLong()).array();
      byte[] end = KeyBytes.after(KeyBytes.after(begin));
      history.add(begin, end, i);
      history.expire(i - window);
      most = Math.max(most, history.size());
    }
    assertTrue(most < 4L * window, most + " boundaries held");
  }

  @Test
  void olderGenerationsAnswerForOldVersions() {
    ConflictHistory history = new ConflictHistory(4);
    for (byte i = 1; i <= 100; i++) {
      history.add(new byte[] {i}, new byte[] {i, 0}, i);
      history.expire(0);
    }
    for (byte i = 1; i <= 100; i++) {
      assertTrue(history.isNewer(new byte[] {i}, new byte[] {i, 0}, i - 1), "key " + i);
      assertFalse(history.isNewer(new byte[] {i}, new byte[] {i, 0}, i), "key " + i);
    }
    history.expire(90);
    assertTrue(history.size() <= 14, history.size() + " entries held");
  }

  @Test
  void expiringAllLeavesNothingOld() {
    ConflictHistory history = new ConflictHistory(2_500);
    for (int i = 0; i < 10_000; i++) {
      byte[] key = ByteBuffer.allocate(4).putInt(i * 7919).array();
      history.add(key, i % 3 == 0 ? KeyBytes.after(KeyBytes.after(key)) : KeyBytes.after(key), i);
    }
    history.expire(9_999);
    assertEquals(0, history.size());
  }

  @Test
  void rewritingTheSameFewRangesTakesNoMoreEntries() {
    ConflictHistory history = new ConflictHistory(100_000);
    for (int i = 0; i < 100_000; i++) {
      history.add(new byte[] {(byte) (i % 10)}, new byte[] {(byte) (i % 10 + 2)}, i);
    }
    assertTrue(history.size() <= 12, history.size() + " boundaries held");
    assertFalse(history.isNewer(new byte[] {12}, new byte[] {13}, 0));
  }

  @SuppressWarnings("ArrayRecordComponent") // a write remembered, never compared
  private record Write(byte[] begin, byte[] end, long version) {}

  private static final class Model {
    private final Random random;
    private final ConflictHistory history;
    private long window = 300;
    private final List<Write> writes = new ArrayList<>();
    private final int alphabet;
    private final int lengthMax;
    private final byte[] prefix;
    private long version = 1;

    Model(Random random) {
      this.random = random;
      this.history = new ConflictHistory(1 + random.nextInt(150));
      this.alphabet = 1 + random.nextInt(6);
      this.lengthMax = 1 + random.nextInt(12);
      this.prefix = new byte[random.nextInt(30)];
      random.nextBytes(prefix);
    }

    void run(int steps) {
      for (int i = 0; i < steps; i++) {
        version += random.nextInt(3);
        byte[] begin = key();
        byte[] end = random.nextInt(3) > 0 ? KeyBytes.after(begin) : key();
        if (KeyBytes.isBefore(begin, end)) {
          history.add(begin, end, version);
          writes.add(new Write(begin, end, version));
        }
        if (random.nextInt(3) == 0) {
          history.expire(version - window);
        }
        check(key(), random.nextBoolean() ? key() : null);
      }
    }

    /** Keys spread wide, so that the lists have many chunks; few checks, since they cost. */
    void runWide(int steps) {
      window = steps / 3;
      for (int i = 0; i < steps; i++) {
        version += random.nextInt(2);
        byte[] begin = wideKey();
        byte[] end = random.nextInt(4) > 0 ? KeyBytes.after(begin) : wideEnd(begin);
        history.add(begin, end, version);
        writes.add(new Write(begin, end, version));
        if (i % 100 == 0) {
          history.expire(version - window);
          check(wideKey(), wideEnd(wideKey()));
          check(begin, null);
          check(wideKey(), null);
        }
      }
    }

    private void check(byte[] begin, byte @Nullable [] endOrNone) {
      byte[] end = endOrNone == null ? KeyBytes.after(begin) : endOrNone;
      long readVersion = Math.max(0, version - random.nextInt((int) window));
      boolean expected = false;
      for (Write write : writes) {
        expected |=
            write.version > readVersion
                && KeyBytes.isBefore(begin, end)
                && KeyBytes.isBefore(write.begin, end)
                && KeyBytes.isBefore(begin, write.end);
      }
      assertEquals(
          expected,
          history.isNewer(begin, end, readVersion),
          () ->
              KeyBytes.printable(begin)
                  + " to "
                  + KeyBytes.printable(end)
                  + " after "
                  + readVersion);
    }

    private byte[] wideKey() {
      return ByteBuffer.allocate(prefix.length + 8).put(prefix).putLong(random.nextLong()).array();
    }

    private byte[] wideEnd(byte[] begin) {
      byte[] end = begin.clone();
      int at = prefix.length + 1 + random.nextInt(4);
      while (end[at] == -1) {
        at--;
      }
      end[at]++;
      return end;
    }

    private byte[] key() {
      int shared = random.nextInt(20) == 0 ? random.nextInt(prefix.length + 1) : prefix.length;
      ByteBuffer key = ByteBuffer.allocate(shared + random.nextInt(lengthMax + 1));
      key.put(prefix, 0, shared);
      while (key.hasRemaining()) {
        key.put((byte) (random.nextInt(alphabet) * 51));
      }
      return key.array();
    }
  }
}
