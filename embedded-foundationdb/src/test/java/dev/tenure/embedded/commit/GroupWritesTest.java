package dev.tenure.embedded.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.storage.MemoryStorage;
import dev.tenure.embedded.storage.Seeds;
import dev.tenure.embedded.storage.StorageBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GroupWritesTest {

  @Test
  void leavesWhatTheMutationsWouldOneByOne() throws Exception {
    Seeds.forEach(20, GroupWritesTest::compareWithTreeMap);
  }

  @Test
  void fewRowsAreDeletedSinglyAndManyAsARange() {
    MemoryStorage storage = new MemoryStorage();
    StorageBatch load = storage.newBatch();
    for (int i = 0; i < 100; i++) {
      load.put(new byte[] {(byte) i}, new byte[1]);
    }
    storage.apply(load, true);
    GroupWrites writes = new GroupWrites(base(storage, null));
    writes.clear(new byte[] {0}, new byte[] {64});
    assertEquals(64, writes.rows().size());
    assertEquals(false, writes.hasClearedRanges());
    writes.clear(new byte[] {0}, new byte[] {65});
    assertEquals(0, writes.rows().size());
    assertEquals(true, writes.hasClearedRanges());
    assertEquals(true, writes.isCleared(new byte[] {5}));
    assertEquals(false, writes.isCleared(new byte[] {65}));
  }

  private static void compareWithTreeMap(Random random) {
    MemoryStorage storage = new MemoryStorage();
    NavigableMap<byte[], byte[]> model = new TreeMap<>(KeyBytes.ORDER);
    GroupBase next = base(storage, null);
    for (int group = 0; group < 40; group++) {
      GroupWrites writes = new GroupWrites(next);
      int mutations = random.nextInt(120);
      for (int i = 0; i < mutations; i++) {
        mutate(random, writes, model);
      }
      GroupBase whileWritten = base(storage, writes);
      StorageBatch batch = storage.newBatch();
      writes.writeTo(batch);
      storage.apply(batch, true);
      next =
          switch (random.nextInt(3)) {
            case 0 -> whileWritten;
            case 1 -> base(storage, writes);
            default -> base(storage, null);
          };
      List<KeyValue> expected = new ArrayList<>();
      model.forEach((key, value) -> expected.add(new KeyValue(key, value)));
      List<KeyValue> found =
          storage
              .snapshot()
              .range(new byte[0], new byte[] {-1}, false, Integer.MAX_VALUE, Integer.MAX_VALUE);
      assertEquals(expected, found);
    }
  }

  private static GroupBase base(MemoryStorage storage, @Nullable GroupWrites before) {
    return new GroupBase(new HeldSnapshot(1, storage.snapshot(), () -> {}), before, new HotRows());
  }

  private static void mutate(
      Random random, GroupWrites writes, NavigableMap<byte[], byte[]> model) {
    byte[] key = key(random);
    byte[] value = new byte[random.nextInt(5)];
    random.nextBytes(value);
    switch (random.nextInt(12)) {
      case 0 -> {
        byte[] end = key(random);
        writes.clear(key, end);
        if (KeyBytes.isBefore(key, end)) {
          model.subMap(key, true, end, false).clear();
        }
      }
      case 1, 2 -> {
        writes.clear(key, KeyBytes.after(key));
        model.remove(key);
      }
      case 3, 4, 5 -> {
        MutationType type =
            random.nextBoolean() ? MutationType.ADD : MutationType.COMPARE_AND_CLEAR;
        byte[] result = AtomicOperations.apply(type, model.get(key), value);
        writes.change(type, key, value);
        if (result == null) {
          model.remove(key);
        } else {
          model.put(key, result);
          assertArrayEquals(result, writes.rows().get(key));
        }
      }
      default -> {
        writes.set(key, value);
        model.put(key, value);
      }
    }
  }

  private static byte[] key(Random random) {
    int number = random.nextInt(400);
    return new byte[] {(byte) (number >> 4), (byte) number};
  }
}
