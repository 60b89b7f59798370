package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On logs that RocksDB wrote: small and large records, over many blocks. */
class RecordLogCheckTest {
  @TempDir private Path directory = Path.of("");
  private byte[] log = {};
  private Path file = Path.of("");

  @BeforeEach
  void writeLog() throws IOException {
    Random random = new Random(3);
    try (Storage storage = RocksStorage.open(directory.resolve("rows"), true)) {
      for (int i = 0; i < 30; i++) {
        StorageBatch batch = storage.newBatch();
        byte[] value = new byte[i % 10 == 9 ? 70_000 : random.nextInt(300)];
        random.nextBytes(value);
        batch.put(new byte[] {(byte) i}, value);
        storage.apply(batch, false);
      }
      try (var logs = Files.newDirectoryStream(directory.resolve("rows"), "*.log")) {
        log = Files.readAllBytes(logs.iterator().next());
      }
    }
    file = directory.resolve("copy.log");
  }

  @Test
  void logAsWrittenIsWhole() throws IOException {
    assertTrue(endsWhole(log));
    assertTrue(endsWhole(new byte[0]));
  }

  @Test
  void cutAnywhereItIsTornOrWholeButNotDamaged() throws IOException {
    Random random = new Random(4);
    int whole = 0;
    for (int i = 0; i < 150; i++) {
      int cut = i < 80 ? i : random.nextInt(log.length);
      whole += endsWhole(Arrays.copyOf(log, cut)) ? 1 : 0;
    }
    assertTrue(whole < 15, whole + " cuts at the end of a record");
  }

  @Test
  void zerosAfterTheEndAreTorn() throws IOException {
    assertFalse(endsWhole(Arrays.copyOf(log, log.length + 100)));
    assertFalse(endsWhole(Arrays.copyOf(log, log.length + 100_000)));
  }

  @Test
  void anyChangedByteOfARecordIsDamage() {
    Random random = new Random(5);
    int padding = 0;
    for (int i = 0; i < 600; i++) {
      byte[] damaged = log.clone();
      int at = i < 150 ? i : i < 300 ? log.length - 1 - (i - 150) : random.nextInt(log.length);
      damaged[at] ^= (byte) (1 + random.nextInt(255));
      if (isPadding(at)) {
        padding++;
        continue;
      }
      assertThrows(StorageException.class, () -> endsWhole(damaged), "byte " + at);
    }
    assertTrue(padding < 10);
  }

  @Test
  void zeroedStretchWithinIsDamage() {
    byte[] damaged = log.clone();
    Arrays.fill(damaged, 40_000, 90_000, (byte) 0);
    assertThrows(StorageException.class, () -> endsWhole(damaged));
  }

  /** The last bytes of a block, too few for a record, say nothing. */
  private static boolean isPadding(int at) {
    return at % 32_768 >= 32_768 - 6;
  }

  private boolean endsWhole(byte[] content) throws IOException {
    Files.write(file, content);
    return RecordLogCheck.endsWhole(file);
  }
}
