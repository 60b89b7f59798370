package dev.tenure.testkit.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageException;
import dev.tenure.embedded.storage.StorageSnapshot;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CrashableStorageTest {

  @Test
  void crashKeepsWhatWasSyncedAndAFirstPartOfTheRest() {
    Set<String> outcomes = new TreeSet<>();
    for (long seed = 0; seed < 100; seed++) {
      CrashableStorage storage = CrashableStorage.seeded(seed);
      put(storage, "a", true);
      put(storage, "b", false);
      put(storage, "c", false);
      assertEquals(2, storage.unsyncedBatches());
      assertEquals("abc", keys(storage));
      outcomes.add(keys(storage.crash()));
    }
    assertEquals(Set.of("a", "ab", "abc"), outcomes);
  }

  @Test
  void tellsWhichKeysWereWrittenSinceItWasAskedLast() {
    CrashableStorage storage = CrashableStorage.seeded(1);
    assertEquals(Optional.empty(), storage.takeWritten(), "anything, at first");
    put(storage, "a", true);
    put(storage, "b", false);
    assertEquals("ab", written(storage));
    assertEquals("", written(storage));
    StorageBatch range = storage.newBatch();
    range.deleteRange("a".getBytes(US_ASCII), "b".getBytes(US_ASCII));
    storage.apply(range, true);
    assertEquals(Optional.empty(), storage.takeWritten(), "anything, after a range");
    assertEquals("", written(storage));
    assertEquals(Optional.empty(), storage.crash().takeWritten(), "anything, after a crash");
  }

  private static String written(CrashableStorage storage) {
    return storage.takeWritten().orElseThrow().stream()
        .map(key -> new String(key, US_ASCII))
        .collect(Collectors.joining());
  }

  @Test
  void sameSeedLosesTheSame() {
    for (long seed = 0; seed < 20; seed++) {
      assertEquals(keysAfterThreeCrashes(seed), keysAfterThreeCrashes(seed), "seed " + seed);
    }
  }

  @Test
  void syncCoversTheBatchesBefore() {
    for (long seed = 0; seed < 20; seed++) {
      CrashableStorage storage = CrashableStorage.seeded(seed);
      put(storage, "a", false);
      put(storage, "b", true);
      assertEquals("ab", keys(storage.crash()));
    }
  }

  @Test
  void failedBatchIsNotSeenButMayBeThereAfterACrash() {
    Set<String> outcomes = new TreeSet<>();
    for (long seed = 0; seed < 100; seed++) {
      CrashableStorage storage = CrashableStorage.seeded(seed);
      put(storage, "a", true);
      storage.setFailing(true);
      assertThrows(StorageException.class, () -> put(storage, "b", true));
      assertThrows(StorageException.class, () -> put(storage, "c", true));
      assertEquals("a", keys(storage));
      outcomes.add(keys(storage.crash()));
    }
    assertEquals(Set.of("a", "ab"), outcomes);
  }

  @Test
  void failedBatchIsGoneOnceAnotherSucceeds() {
    for (long seed = 0; seed < 20; seed++) {
      CrashableStorage storage = CrashableStorage.seeded(seed);
      storage.setFailing(true);
      assertThrows(StorageException.class, () -> put(storage, "a", true));
      storage.setFailing(false);
      put(storage, "b", true);
      assertEquals("b", keys(storage.crash()));
    }
  }

  @Test
  void crashedStorageTakesNothingMore() {
    CrashableStorage storage = CrashableStorage.seeded(1);
    put(storage, "a", true);
    CrashableStorage after = storage.crash();
    assertThrows(StorageException.class, () -> put(storage, "b", true));
    assertEquals("a", keys(storage));
    put(after, "c", true);
    assertEquals("a", keys(storage));
    assertEquals("ac", keys(after));
  }

  @Test
  void anEngineRunsOnItAndIsOpenedAgainAfterACrash() {
    CrashableStorage storage = CrashableStorage.seeded(7);
    DeterministicScheduler scheduler = DeterministicScheduler.seeded(7);
    long last = 0;
    for (int crash = 0; crash < 20; crash++) {
      try (EmbeddedDatabase database =
          EmbeddedDatabase.on(storage, environment(scheduler.process("engine-" + crash)))) {
        long version =
            scheduler.join(
                database.runAsync(
                    transaction -> {
                      transaction.set(new byte[] {1}, new byte[] {1});
                      return transaction.getReadVersion();
                    }));
        assertEquals(true, version > last, version + " after " + last);
        last = version;
        storage = storage.crash();
      }
    }
  }

  private static EmbeddedEnvironment environment(SimulatedProcess process) {
    return EmbeddedEnvironment.builder()
        .clock(process.clock())
        .random(process.random())
        .commitExecutor(process.serialExecutor())
        .executor(process.executor())
        .timer(process.timer())
        .build();
  }

  private static String keysAfterThreeCrashes(long seed) {
    CrashableStorage storage = CrashableStorage.seeded(seed);
    for (int crash = 0; crash < 3; crash++) {
      for (char key = 'a'; key < 'k'; key++) {
        put(storage, crash + "" + key, false);
      }
      storage = storage.crash();
    }
    return keys(storage);
  }

  private static void put(CrashableStorage storage, String key, boolean sync) {
    StorageBatch batch = storage.newBatch();
    batch.put(key.getBytes(US_ASCII), new byte[0]);
    storage.apply(batch, sync);
  }

  private static String keys(CrashableStorage storage) {
    try (StorageSnapshot snapshot = storage.snapshot()) {
      List<KeyValue> rows =
          snapshot.range(new byte[0], new byte[] {-1}, false, Integer.MAX_VALUE, Integer.MAX_VALUE);
      return rows.stream()
          .map(row -> new String(row.getKey(), US_ASCII))
          .collect(Collectors.joining());
    }
  }
}
