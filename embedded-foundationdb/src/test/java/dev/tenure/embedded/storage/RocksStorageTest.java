package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

class RocksStorageTest extends StorageContract {
  @TempDir private Path directory = Path.of("");
  private int opened;

  @Override
  Storage open() {
    return RocksStorage.open(directory.resolve("rows" + opened++), true);
  }

  @Test
  void agreesWithATreeMap() throws Exception {
    Seeds.forEach(
        3,
        random -> {
          try (Storage storage = open()) {
            new StorageModel(storage, random, 20 + random.nextInt(3000)).run(400);
          }
        });
  }

  @Test
  void rowsSurviveClosing() {
    Path path = directory.resolve("kept");
    try (Storage storage = RocksStorage.open(path, true)) {
      StorageBatch batch = storage.newBatch();
      batch.put(key("k"), key("v"));
      storage.apply(batch, false);
    }
    try (Storage storage = RocksStorage.open(path, false);
        StorageSnapshot snapshot = storage.snapshot()) {
      assertArrayEquals(key("v"), snapshot.get(key("k")));
    }
  }

  @Test
  void missingDatabaseIsAnErrorThatNamesItsPath() {
    Path path = directory.resolve("missing");
    StorageException error =
        assertThrows(StorageException.class, () -> RocksStorage.open(path, false));
    assertTrue(String.valueOf(error.getMessage()).contains(path.toString()), error.getMessage());
  }

  @Test
  void batchIsEncodedAsRocksDbDoesIt() throws RocksDBException {
    RocksDB.loadLibrary();
    Random random = new Random(1);
    RocksBatch ours = new RocksBatch();
    try (WriteBatch theirs = new WriteBatch()) {
      theirs.putLogData(new byte[] {'U'});
      for (int i = 0; i < 300; i++) {
        byte[] key = new byte[random.nextInt(i < 100 ? 20 : 20_000)];
        byte[] value = new byte[random.nextInt(300)];
        random.nextBytes(key);
        random.nextBytes(value);
        switch (random.nextInt(3)) {
          case 0 -> {
            ours.put(key, value);
            theirs.put(key, value);
          }
          case 1 -> {
            ours.delete(key);
            theirs.delete(key);
          }
          default -> {
            ours.deleteRange(key, value);
            theirs.deleteRange(key, value);
          }
        }
      }
      try (WriteBatch encoded = ours.toNative(false)) {
        assertArrayEquals(theirs.data(), encoded.data());
        assertEquals(theirs.count(), encoded.count());
      }
    }
  }
}
