package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.KeyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

/** Random batches and reads on a storage, beside the same on a TreeMap. */
final class StorageModel {
  private static final int SNAPSHOTS_OPEN_MAX = 5;
  private final Storage storage;
  private final Random random;
  private final int keys;
  private NavigableMap<byte[], byte[]> model = new TreeMap<>(KeyBytes.ORDER);
  private final List<Map.Entry<StorageSnapshot, NavigableMap<byte[], byte[]>>> snapshots =
      new ArrayList<>();

  StorageModel(Storage storage, Random random, int keys) {
    this.storage = storage;
    this.random = random;
    this.keys = keys;
  }

  void run(int steps) {
    for (int i = 0; i < steps; i++) {
      switch (random.nextInt(5)) {
        case 0, 1 -> applyBatch();
        case 2 -> openSnapshot();
        default -> readSnapshot();
      }
    }
    snapshots.forEach(each -> each.getKey().close());
    long bytes = 0;
    for (Map.Entry<byte[], byte[]> row : model.entrySet()) {
      bytes += row.getKey().length + row.getValue().length;
    }
    if (storage instanceof MemoryStorage) {
      assertEquals(bytes, storage.estimateBytes(new byte[0], new byte[] {(byte) 0xff}));
    }
  }

  private void applyBatch() {
    model = new TreeMap<>(model);
    StorageBatch batch = storage.newBatch();
    int operations = random.nextInt(10) == 0 ? 300 : 1 + random.nextInt(20);
    for (int i = 0; i < operations; i++) {
      byte[] key = key();
      int kind = random.nextInt(20);
      if (kind < 11) {
        byte[] value = new byte[random.nextInt(20)];
        random.nextBytes(value);
        batch.put(key, value);
        model.put(key, value);
      } else if (kind < 19) {
        batch.delete(key);
        model.remove(key);
      } else {
        byte[] other = key();
        byte[] begin = KeyBytes.least(key, other);
        byte[] end = KeyBytes.greatest(key, other);
        batch.deleteRange(begin, end);
        model.subMap(begin, true, end, false).clear();
      }
    }
    storage.apply(batch, random.nextInt(20) == 0);
  }

  private void openSnapshot() {
    if (snapshots.size() == SNAPSHOTS_OPEN_MAX) {
      snapshots.remove(random.nextInt(SNAPSHOTS_OPEN_MAX)).getKey().close();
    }
    snapshots.add(Map.entry(storage.snapshot(), model));
  }

  private void readSnapshot() {
    if (snapshots.isEmpty()) {
      return;
    }
    Map.Entry<StorageSnapshot, NavigableMap<byte[], byte[]>> each =
        snapshots.get(random.nextInt(snapshots.size()));
    byte[] key = key();
    assertArrayEquals(each.getValue().get(key), each.getKey().get(key));
    byte[] other = key();
    boolean reverse = random.nextBoolean();
    int rows = 1 + random.nextInt(random.nextBoolean() ? 10 : 1000);
    int bytes = 1 + random.nextInt(random.nextBoolean() ? 50 : 10_000);
    List<KeyValue> found = each.getKey().range(key, other, reverse, rows, bytes);
    assertEquals(expected(each.getValue(), key, other, reverse, rows, bytes), found);
    List<byte[]> keysFound = each.getKey().keys(key, other, rows);
    List<KeyValue> first = expected(each.getValue(), key, other, false, rows, Integer.MAX_VALUE);
    assertEquals(first.size(), keysFound.size());
    for (int i = 0; i < first.size(); i++) {
      assertArrayEquals(first.get(i).getKey(), keysFound.get(i));
    }
  }

  private static List<KeyValue> expected(
      NavigableMap<byte[], byte[]> rows,
      byte[] begin,
      byte[] end,
      boolean reverse,
      int rowsMax,
      int bytesMax) {
    List<KeyValue> expected = new ArrayList<>();
    if (KeyBytes.compare(begin, end) >= 0) {
      return expected;
    }
    NavigableMap<byte[], byte[]> part = rows.subMap(begin, true, end, false);
    long bytes = 0;
    for (Map.Entry<byte[], byte[]> row : (reverse ? part.descendingMap() : part).entrySet()) {
      if (expected.size() == rowsMax || bytes >= bytesMax) {
        break;
      }
      expected.add(new KeyValue(row.getKey(), row.getValue()));
      bytes += row.getKey().length + row.getValue().length;
    }
    return expected;
  }

  private byte[] key() {
    int number = random.nextInt(keys);
    return switch (number % 3) {
      case 0 -> new byte[] {(byte) (number >> 8), (byte) number};
      case 1 -> new byte[] {(byte) (number >> 8), (byte) number, 0};
      default -> number < 10 ? new byte[0] : new byte[] {(byte) (number >> 4)};
    };
  }
}
