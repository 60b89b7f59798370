package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmptyStretchesTest {
  private final EmptyStretches stretches = new EmptyStretches();

  @Test
  void scanSkipsWhatWasFoundEmpty() {
    stretches.found(key("b"), key("f"), 10);
    assertEquals("f", skip("b", 10));
    assertEquals("f", skip("d", 11));
    assertEquals("a", skip("a", 10));
    assertEquals("f", skip("f", 10));
  }

  @Test
  void olderSnapshotDoesNotSkip() {
    stretches.found(key("b"), key("f"), 10);
    assertEquals("b", skip("b", 9));
  }

  @Test
  void rowThatIsPutSplitsTheStretch() {
    stretches.found(key("b"), key("f"), 10);
    put(10, "d");
    assertEquals("d", skip("b", 11));
    assertEquals("d", skip("d", 11));
    assertEquals("f", skip("d1", 11));
    put(11, "b");
    assertEquals("b", skip("b", 12));
    assertEquals("d", skip("b1", 12));
  }

  @Test
  void rowPutSinceTheSnapshotWasTakenEndsWhatItFound() {
    put(10, "a", "d", "e");
    put(12, "z");
    stretches.found(key("b"), key("f"), 10);
    assertEquals("d", skip("b", 13));
    stretches.found(key("d"), key("f"), 10);
    assertEquals("d", skip("d", 13));
    stretches.found(key("d"), key("f"), 11);
    assertEquals("f", skip("d", 13));
  }

  @Test
  void whatATooOldSnapshotFoundIsNotBelieved() {
    put(10, "c");
    for (int i = 0; i < EmptyStretches.BATCHES_MAX; i++) {
      put(20 + i, "z");
    }
    stretches.found(key("b"), key("f"), 10);
    assertEquals("b", skip("b", 200));
    stretches.found(key("b"), key("f"), 11);
    assertEquals("f", skip("b", 200));
  }

  @Test
  void keysOfLargeBatchesAreNotKept() {
    put(10, "c");
    stretches.writing(List.of(new byte[5 << 20]), 11);
    stretches.found(key("b"), key("f"), 10);
    stretches.found(key("b"), key("f"), 11);
    assertEquals("b", skip("b", 200));
    stretches.found(key("b"), key("f"), 12);
    assertEquals("f", skip("b", 200));
  }

  @Test
  void touchingStretchesBecomeOne() {
    stretches.found(key("b"), key("d"), 10);
    stretches.found(key("f"), key("h"), 11);
    stretches.found(key("k"), key("l"), 12);
    stretches.found(key("d"), key("g"), 10);
    assertEquals(2, stretches.size());
    assertEquals("h", skip("b", 11));
    assertEquals("b", skip("b", 10));
    stretches.found(key("a"), key("z"), 12);
    assertEquals(1, stretches.size());
    assertEquals("z", skip("a", 12));
    stretches.found(key("c"), key("d"), 9);
    assertEquals(1, stretches.size());
    assertEquals("z", skip("a", 12));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 9_000})
  void remembersSoManyBytesOnly(int moreKeyBytes) {
    String more = "-".repeat(moreKeyBytes);
    long most = EmptyStretches.STRETCH_BYTES_MAX / (100 + 2 * moreKeyBytes) + 10;
    long peak = 0;
    for (int i = 0; i < most; i++) {
      stretches.found(key(String.format("%06d", i) + more), key(String.format("%06d1", i)), 10);
      assertTrue(stretches.bytes() <= EmptyStretches.STRETCH_BYTES_MAX, "at " + i);
      assertTrue(stretches.bytes() >= (long) stretches.size() * (6 + moreKeyBytes), "at " + i);
      peak = Math.max(peak, stretches.bytes());
    }
    assertTrue(peak > EmptyStretches.STRETCH_BYTES_MAX / 2, "only " + peak);
    stretches.found(key("a"), key("z"), 10);
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      keys.add(key(String.format("b%06d", i) + more));
    }
    stretches.writing(keys, 11);
    assertTrue(stretches.bytes() <= EmptyStretches.STRETCH_BYTES_MAX, "after the batch");
    assertEquals("b000000" + more, skip("a", 12));
    assertEquals("b000007" + more, skip("b000007" + more, 12));
  }

  @Test
  void whatIsForgottenTakesNoMemory() {
    for (int round = 0; round < 100; round++) {
      stretches.found(key("b"), key("d"), 10);
      stretches.found(key("f"), key("h"), 10);
      put(10, "b", "c", "g");
      stretches.found(key("a"), key("z"), 11);
    }
    assertEquals(1, stretches.size());
    EmptyStretches fresh = new EmptyStretches();
    fresh.found(key("a"), key("z"), 11);
    assertEquals(fresh.bytes(), stretches.bytes());
  }

  /** Rows come and go; every scan of any recent snapshot begins no later than its first row. */
  @Test
  void neverSkipsARow() throws Exception {
    Seeds.forEach(20, random -> new Model(random).run(3_000));
  }

  private static final class Model {
    private static final int KEYS = 200;
    private final EmptyStretches stretches = new EmptyStretches();
    private final Random random;
    private final List<TreeSet<Integer>> versions = new ArrayList<>(List.of(new TreeSet<>()));

    Model(Random random) {
      this.random = random;
    }

    void run(int steps) {
      int skipped = 0;
      for (int i = 0; i < steps; i++) {
        if (random.nextInt(3) == 0) {
          write();
        } else {
          skipped += scan() ? 1 : 0;
        }
      }
      assertTrue(skipped > steps / 20, "only " + skipped + " scans skipped anything");
    }

    private void write() {
      TreeSet<Integer> rows = new TreeSet<>(versions.get(versions.size() - 1));
      List<byte[]> puts = new ArrayList<>();
      for (int i = random.nextInt(6); i > 0; i--) {
        int row = random.nextInt(KEYS);
        rows.add(row);
        puts.add(of(row));
      }
      for (int i = random.nextInt(20); i > 0; i--) {
        rows.remove(random.nextInt(KEYS));
      }
      stretches.writing(puts, versions.size() - 1);
      versions.add(rows);
    }

    private boolean scan() {
      int newest = versions.size() - 1;
      int version = Math.max(0, newest - random.nextInt(random.nextBoolean() ? 3 : 100));
      int begin = random.nextInt(KEYS);
      int end = begin + random.nextInt(KEYS - begin);
      Integer first = versions.get(version).ceiling(begin);
      int found = first == null ? KEYS : first;
      byte[] from = stretches.skip(of(begin), version);
      assertTrue(
          !KeyBytes.isBefore(of(found), from), () -> begin + " at " + version + " of " + newest);
      if (random.nextInt(3) == 0) {
        stretches.found(of(begin), of(Math.min(found, end)), version);
      }
      return from.length == 0 || KeyBytes.isBefore(of(begin), from);
    }

    private static byte[] of(int row) {
      return key(String.format("%03d", row));
    }
  }

  private void put(long after, String... keys) {
    stretches.writing(List.of(keys).stream().map(EmptyStretchesTest::key).toList(), after);
  }

  private String skip(String begin, long sequence) {
    byte[] from = key(begin);
    byte[] found = stretches.skip(from, sequence);
    assertArrayEquals(key(begin), from);
    return new String(found, StandardCharsets.UTF_8);
  }

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
