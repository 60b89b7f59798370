package dev.tenure.campaigns.crash;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.storage.RocksStorage;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RocksDB's rows after a loss of power. */
class PowerLossTest {
  private static final int SEEDS = 40;
  private static final int BATCHES = 40;
  private static final int ROWS_EACH = 3;

  @TempDir private Path parent = Path.of("");

  @Test
  void keepsWhatWasSyncedAndAFirstPartOfTheRest() throws IOException {
    long given = Long.getLong("tenure.seed", -1);
    int lost = 0;
    for (long seed = Math.max(0, given); seed <= (given < 0 ? SEEDS : given); seed++) {
      try {
        lost += losePower(new SplittableRandom(seed), parent.resolve("seed" + seed));
      } catch (AssertionError e) {
        throw new AssertionError("failed; replay with -Dtenure.seed=" + seed, e);
      }
    }
    assertTrue(given >= 0 || lost > SEEDS, lost + " batches lost");
  }

  /** Gives how many batches were lost. */
  private static int losePower(SplittableRandom random, Path directory) throws IOException {
    Path open = Files.createDirectories(directory.resolve("open"));
    Path crashed = Files.createDirectories(directory.resolve("crashed"));
    int batches = 1 + random.nextInt(BATCHES);
    int bytesEach = random.nextBoolean() ? 40_000 : 300;
    int synced = 0;
    String[] syncedLog = {""};
    long[] syncedBytes = {0};
    try (Storage storage =
        new SyncObserver(
            RocksStorage.open(open.resolve("rocksdb"), true),
            open,
            (log, bytes) -> {
              syncedLog[0] = log;
              syncedBytes[0] = bytes;
            })) {
      for (int number = 0; number < batches; number++) {
        boolean sync = random.nextInt(8) == 0;
        put(storage, number, bytesEach, sync);
        synced = sync ? number + 1 : synced;
      }
      copy(open.resolve("rocksdb"), crashed.resolve("rocksdb"));
    }
    String log = RocksLogs.newest(crashed).orElseThrow().getFileName().toString();
    String lastSynced = syncedLog[0].isEmpty() ? log : syncedLog[0];
    int unsynced = PowerLoss.strike(crashed, lastSynced, syncedBytes[0], random);
    assertTrue(unsynced >= 0);
    int left = requireFirstBatches(crashed.resolve("rocksdb"), bytesEach);
    assertTrue(left >= synced, left + " batches are left of " + synced + " that were synced");
    return batches - left;
  }

  /** Requires that the rows are those of the first few batches, and gives their number. */
  private static int requireFirstBatches(Path rows, int bytesEach) {
    try (Storage storage = RocksStorage.open(rows, false);
        StorageSnapshot snapshot = storage.snapshot()) {
      List<KeyValue> found =
          snapshot.range(new byte[0], new byte[] {-1}, false, Integer.MAX_VALUE, Integer.MAX_VALUE);
      assertEquals(0, found.size() % ROWS_EACH, "a batch is there in part");
      for (int row = 0; row < found.size(); row++) {
        int number = row / ROWS_EACH;
        assertArrayEquals(key(number, row % ROWS_EACH), found.get(row).getKey());
        assertArrayEquals(value(number, bytesEach), found.get(row).getValue());
      }
      return found.size() / ROWS_EACH;
    }
  }

  private static void put(Storage storage, int number, int bytesEach, boolean sync) {
    StorageBatch batch = storage.newBatch();
    for (int part = 0; part < ROWS_EACH; part++) {
      batch.put(key(number, part), value(number, bytesEach));
    }
    storage.apply(batch, sync);
  }

  private static byte[] key(int number, int part) {
    return Tuple.from(number, part).pack();
  }

  private static byte[] value(int number, int bytes) {
    byte[] value = new byte[bytes];
    new SplittableRandom(number).nextBytes(value);
    return value;
  }

  /** Copies the files of an open database, as a crash would leave them. */
  private static void copy(Path from, Path to) throws IOException {
    List<Path> found;
    try (Stream<Path> files = Files.list(from)) {
      found = files.toList();
    }
    Path made = Files.createDirectory(to);
    for (Path file : found) {
      try {
        Path unused = Files.copy(file, made.resolve(String.valueOf(file.getFileName())));
      } catch (NoSuchFileException e) {
        // RocksDB removes files it no longer needs in the background.
        assertTrue(Files.notExists(file), e.getMessage());
      }
    }
  }
}
