package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link Storage} must do. */
abstract class StorageContract {
  private static final int ALL = Integer.MAX_VALUE;
  private Storage storage = new MemoryStorage();

  abstract Storage open();

  @BeforeEach
  void openStorage() {
    storage = open();
  }

  @AfterEach
  void closeStorage() {
    storage.close();
  }

  @Test
  void absentKeyHasNoValue() {
    assertNull(get("nothing"));
  }

  @Test
  void emptyKeyAndEmptyValueAreARow() {
    apply(batch -> batch.put(new byte[0], new byte[0]));
    assertArrayEquals(new byte[0], get(""));
    assertEquals("=", rows("", "z", false, ALL, ALL));
  }

  @Test
  void keysAreOrderedAsUnsignedBytes() {
    apply(
        batch -> {
          batch.put(new byte[] {(byte) 0x80}, key("high"));
          batch.put(new byte[] {0x7f}, key("low"));
          batch.put(new byte[] {0x7f, 0}, key("longer"));
        });
    try (StorageSnapshot snapshot = storage.snapshot()) {
      List<KeyValue> rows = snapshot.range(new byte[0], new byte[] {(byte) 0xff}, false, ALL, ALL);
      assertEquals(List.of("low", "longer", "high"), values(rows));
    }
  }

  @Test
  void laterOperationOfABatchWins() {
    apply(
        batch -> {
          batch.put(key("a"), key("1"));
          batch.delete(key("a"));
          batch.put(key("b"), key("1"));
          batch.deleteRange(key("a"), key("c"));
          batch.put(key("b"), key("2"));
        });
    assertEquals("b=2", rows("", "z", false, ALL, ALL));
  }

  @Test
  void rangeIncludesItsBeginAndNotItsEnd() {
    putLetters();
    assertEquals("b=b c=c", rows("b", "d", false, ALL, ALL));
    assertEquals("c=c b=b", rows("b", "d", true, ALL, ALL));
  }

  @Test
  void emptyAndInvertedRangesHaveNoRows() {
    putLetters();
    assertEquals("", rows("b", "b", false, ALL, ALL));
    assertEquals("", rows("d", "b", true, ALL, ALL));
  }

  @Test
  void rowLimitCountsFromTheSideReadFirst() {
    putLetters();
    assertEquals("a=a b=b", rows("", "z", false, 2, ALL));
    assertEquals("e=e d=d", rows("", "z", true, 2, ALL));
  }

  @Test
  void byteLimitEndsAfterTheRowThatReachesIt() {
    putLetters();
    assertEquals("a=a", rows("", "z", false, ALL, 1));
    assertEquals("a=a", rows("", "z", false, ALL, 2));
    assertEquals("a=a b=b", rows("", "z", false, ALL, 3));
    assertEquals("e=e d=d", rows("", "z", true, ALL, 4));
  }

  @Test
  void limitsBelowOneAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> rows("", "z", false, 0, ALL));
    assertThrows(IllegalArgumentException.class, () -> rows("", "z", false, ALL, 0));
  }

  @Test
  void keysOfARangeEndAtTheirLimit() {
    putLetters();
    try (StorageSnapshot snapshot = storage.snapshot()) {
      assertEquals(List.of("b", "c"), texts(snapshot.keys(key("b"), key("z"), 2)));
      assertEquals(List.of("d", "e"), texts(snapshot.keys(key("d"), key("z"), 3)));
      assertEquals(List.of(), snapshot.keys(key("d"), key("b"), 3));
      assertEquals(List.of(), snapshot.keys(key("a"), key("b"), 0));
    }
  }

  @Test
  void snapshotKeepsWhatItSaw() {
    putLetters();
    try (StorageSnapshot before = storage.snapshot()) {
      apply(
          batch -> {
            batch.put(key("a"), key("changed"));
            batch.deleteRange(key("b"), key("z"));
            batch.put(key("f"), key("new"));
          });
      assertArrayEquals(key("a"), before.get(key("a")));
      assertNull(before.get(key("f")));
      assertEquals(5, before.range(key(""), key("z"), false, ALL, ALL).size());
      assertEquals("a=changed f=new", rows("", "z", false, ALL, ALL));
    }
  }

  @Test
  void manySnapshotsStandSideBySide() {
    List<StorageSnapshot> snapshots = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String value = Integer.toString(i);
      apply(batch -> batch.put(key("k"), key(value)));
      snapshots.add(storage.snapshot());
    }
    for (int i = 0; i < 200; i++) {
      assertArrayEquals(key(Integer.toString(i)), snapshots.get(i).get(key("k")));
      snapshots.get(i).close();
    }
  }

  @Test
  void returnedArraysAreTheCallersOwn() {
    apply(batch -> batch.put(key("k"), key("value")));
    byte[] value = Objects.requireNonNull(get("k"));
    assertArrayEquals(key("value"), value);
    Arrays.fill(value, (byte) 0);
    assertArrayEquals(key("value"), get("k"));
  }

  @Test
  void estimateOfASmallRangeIsItsBytes() {
    putLetters();
    assertEquals(10, storage.estimateBytes(key(""), key("z")));
    assertEquals(4, storage.estimateBytes(key("b"), key("d")));
    assertEquals(0, storage.estimateBytes(key("x"), key("z")));
    assertEquals(0, storage.estimateBytes(key("d"), key("b")));
  }

  @Test
  void estimateOfALargeRangeIsOfItsMagnitude() {
    for (int i = 0; i < 40; i++) {
      int from = i * 1000;
      apply(
          batch -> {
            for (int j = from; j < from + 1000; j++) {
              batch.put(key(String.format("row%08d", j)), new byte[100]);
            }
          });
    }
    long actual = 40_000L * 111;
    long estimate = storage.estimateBytes(key("row"), key("rox"));
    assertTrue(estimate > actual / 4 && estimate < actual * 4, "estimate is " + estimate);
  }

  private void putLetters() {
    apply(
        batch -> {
          for (String letter : List.of("a", "b", "c", "d", "e")) {
            batch.put(key(letter), key(letter));
          }
        });
  }

  private void apply(Consumer<StorageBatch> operations) {
    StorageBatch batch = storage.newBatch();
    operations.accept(batch);
    storage.apply(batch, false);
  }

  private byte @Nullable [] get(String key) {
    try (StorageSnapshot snapshot = storage.snapshot()) {
      return snapshot.get(key(key));
    }
  }

  private String rows(String begin, String end, boolean reverse, int rows, int bytes) {
    try (StorageSnapshot snapshot = storage.snapshot()) {
      List<String> found = new ArrayList<>();
      for (KeyValue row : snapshot.range(key(begin), key(end), reverse, rows, bytes)) {
        found.add(text(row.getKey()) + "=" + text(row.getValue()));
      }
      return String.join(" ", found);
    }
  }

  private static List<String> values(List<KeyValue> rows) {
    return rows.stream().map(row -> text(row.getValue())).toList();
  }

  private static List<String> texts(List<byte[]> keys) {
    return keys.stream().map(StorageContract::text).toList();
  }

  static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
