package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class MemoryStorageTest extends StorageContract {

  @Override
  Storage open() {
    return new MemoryStorage();
  }

  @Test
  void agreesWithATreeMap() throws Exception {
    Seeds.forEach(
        20,
        random ->
            new StorageModel(new MemoryStorage(), random, 20 + random.nextInt(3000)).run(400));
  }

  @Test
  void crashLosesWhatWasNotSynced() {
    MemoryStorage storage = new MemoryStorage();
    put(storage, "synced", true);
    put(storage, "unsynced", false);
    try (StorageSnapshot after = storage.afterCrash().snapshot()) {
      assertArrayEquals(key("synced"), after.get(key("synced")));
      assertNull(after.get(key("unsynced")));
    }
  }

  @Test
  void syncCoversWhatWasWrittenBefore() {
    MemoryStorage storage = new MemoryStorage();
    put(storage, "unsynced", false);
    put(storage, "synced", true);
    try (StorageSnapshot after = storage.afterCrash().snapshot()) {
      assertArrayEquals(key("unsynced"), after.get(key("unsynced")));
    }
  }

  private static void put(MemoryStorage storage, String text, boolean sync) {
    StorageBatch batch = storage.newBatch();
    batch.put(key(text), key(text));
    storage.apply(batch, sync);
  }
}
