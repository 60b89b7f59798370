package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs whose end was not synced. */
class UnsyncedLogTest {
  private static final int ROWS_EACH = 3;
  private static final int BLOCK_BYTES = 32_768;

  /** Less the headers of record and batch, and what tells a put, its key and its length. */
  private static final int VALUE_BYTES_OF_A_BLOCK = BLOCK_BYTES - 7 - 15 - 1 - 2 - 3;

  /** In a log: behind the header of a record and what a batch begins with. */
  private static final int MARK_AT = 7 + 14;

  @TempDir private Path parent = Path.of("");

  @Test
  void damageToSyncedRowsIsReportedThoughUnsyncedOnesFollow() throws Exception {
    Path crashed = parent.resolve("crashed");
    int damagedAt;
    try (Storage storage = RocksStorage.open(parent.resolve("rows"), true)) {
      put(storage, 0, 500, true);
      damagedAt = log(parent.resolve("rows")).length - 20;
      put(storage, 1, 500, true);
      put(storage, 2, 500, false);
      put(storage, 3, 500, false);
      copy(parent.resolve("rows"), crashed);
    }
    byte[] log = log(crashed);
    log[damagedAt] ^= 1;
    Files.write(newestLog(crashed), log);
    StorageException error =
        assertThrows(StorageException.class, () -> RocksStorage.open(crashed, false).close());
    assertTrue(String.valueOf(error.getMessage()).contains(".log is damaged after byte 0"));
    assertEquals(log.length, log(crashed).length);
  }

  /** RocksDB alone goes on behind it, as if the rows had never been there. */
  @Test
  void rowsEndAtABlockOfZerosThoughWholeRecordsFollow() throws Exception {
    Path crashed = parent.resolve("crashed");
    try (Storage storage = RocksStorage.open(parent.resolve("rows"), true)) {
      for (byte number = 0; number < 10; number++) {
        StorageBatch batch = storage.newBatch();
        batch.put(new byte[] {number}, new byte[VALUE_BYTES_OF_A_BLOCK]);
        storage.apply(batch, false);
      }
      copy(parent.resolve("rows"), crashed);
    }
    byte[] log = log(crashed);
    assertEquals(10 * BLOCK_BYTES, log.length);
    Arrays.fill(log, 4 * BLOCK_BYTES, 5 * BLOCK_BYTES, (byte) 0);
    Files.write(newestLog(crashed), log);
    try (Storage storage = RocksStorage.open(crashed, false);
        StorageSnapshot snapshot = storage.snapshot()) {
      List<byte[]> keys = snapshot.keys(new byte[0], new byte[] {-1}, 100);
      assertEquals(4, keys.size());
      assertArrayEquals(new byte[] {3}, keys.get(3));
    }
  }

  @Test
  void logIsSyncedBeforeTheNextIsBegun() throws Exception {
    Path rows = parent.resolve("rows");
    Path crashed = parent.resolve("crashed");
    int size = 1 << 20;
    int batches = 0;
    try (Storage storage = RocksStorage.open(rows, true)) {
      Path firstLog = newestLog(rows);
      while (newestLog(rows).equals(firstLog)) {
        assertTrue(batches < 200, "the log was never ended");
        put(storage, batches++, size, false);
      }
      put(storage, batches, size, false);
      copy(rows, crashed);
    }
    byte[] log = log(crashed);
    assertEquals('S', log[MARK_AT], "the mark of the first batch");
    Arrays.fill(log, (byte) 0);
    Files.write(newestLog(crashed), log);
    assertEquals(batches - 1, requireFirstBatches(crashed, size));
  }

  /** Requires that the rows are those of the first few batches, and gives their number. */
  private static int requireFirstBatches(Path directory, int size) {
    try (Storage storage = RocksStorage.open(directory, false);
        StorageSnapshot snapshot = storage.snapshot()) {
      List<KeyValue> rows =
          snapshot.range(new byte[0], new byte[] {-1}, false, Integer.MAX_VALUE, Integer.MAX_VALUE);
      assertEquals(0, rows.size() % ROWS_EACH);
      for (int row = 0; row < rows.size(); row++) {
        assertEquals(
            key(row / ROWS_EACH, row % ROWS_EACH), ByteBuffer.wrap(rows.get(row).getKey()));
        assertEquals(size, rows.get(row).getValue().length);
      }
      return rows.size() / ROWS_EACH;
    }
  }

  private static void put(Storage storage, int number, int size, boolean sync) {
    StorageBatch batch = storage.newBatch();
    byte[] value = new byte[size];
    new Random(number).nextBytes(value);
    for (int part = 0; part < ROWS_EACH; part++) {
      batch.put(key(number, part).array(), value);
    }
    storage.apply(batch, sync);
  }

  private static ByteBuffer key(int number, int part) {
    return ByteBuffer.allocate(8).putInt(number).putInt(part).flip();
  }

  private static byte[] log(Path directory) throws IOException {
    return Files.readAllBytes(newestLog(directory));
  }

  private static Path newestLog(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .max(Comparator.naturalOrder())
          .orElseThrow(() -> new AssertionError("no log in " + directory));
    }
  }

  /** Copies an open database, as a crash would leave it. */
  private static void copy(Path from, Path to) throws IOException {
    Path unused = Files.createDirectory(to);
    List<Path> found;
    try (Stream<Path> files = Files.list(from)) {
      found = files.toList();
    }
    for (Path file : found) {
      try {
        Path copied = Files.copy(file, to.resolve(String.valueOf(file.getFileName())));
        assertTrue(Files.exists(copied));
      } catch (NoSuchFileException e) {
        // RocksDB removes files it no longer needs in the background.
        assertTrue(Files.notExists(file), e.getMessage());
      }
    }
  }
}
