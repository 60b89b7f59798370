package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.storage.RecordLogCheck.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a log that RocksDB wrote: small and large records, over many blocks, the first few synced. */
class RecordLogCheckTest {
  private static final int SYNCED = 22;
  @TempDir private Path directory = Path.of("");
  private byte[] log = {};
  private int syncedBytes;
  private int lastRecord;
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
        lastRecord = log().length;
        storage.apply(batch, i < SYNCED);
        if (i == SYNCED) {
          syncedBytes = lastRecord;
        }
      }
      log = log();
    }
    file = directory.resolve("copy.log");
  }

  @Test
  void logAsWrittenIsWhole() throws IOException {
    assertEquals(new Finding(log.length, log.length, null, false), read(log));
    assertEquals(new Finding(0, 0, null, false), read(new byte[0]));
  }

  @Test
  void cutAnywhereItIsTornOrWholeButNotDamaged() throws IOException {
    Random random = new Random(4);
    int whole = 0;
    for (int i = 0; i < 150; i++) {
      int cut = i < 80 ? i : random.nextInt(log.length);
      Finding found = read(Arrays.copyOf(log, cut));
      assertNull(found.damage(), "cut at " + cut);
      assertTrue(found.wholeBytes() <= cut);
      whole += found.endsWhole() ? 1 : 0;
    }
    assertTrue(whole < 15, whole + " cuts at the end of a record");
  }

  @Test
  void zerosAfterTheEndAreTorn() throws IOException {
    for (int zeros : new int[] {100, 100_000}) {
      int size = log.length + zeros;
      assertEquals(new Finding(size, log.length, null, false), read(Arrays.copyOf(log, size)));
    }
  }

  @Test
  void anyChangedByteOfARecordIsDamageBehindTheRecordBefore() throws IOException {
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
      Finding found = read(damaged);
      assertNotNull(found.damage(), "byte " + at);
      assertTrue(found.wholeBytes() <= at, "byte " + at);
      assertEquals(at >= lastRecord, found.wholeBytes() == lastRecord, "byte " + at);
    }
    assertTrue(padding < 10);
  }

  @Test
  void damageIsKnownToBeToSyncedRecordsByTheOnesThatFollow() throws IOException {
    Random random = new Random(6);
    for (int i = 0; i < 300; i++) {
      byte[] damaged = log.clone();
      int at = random.nextInt(log.length);
      damaged[at] ^= (byte) (1 + random.nextInt(255));
      if (!isPadding(at)) {
        assertEquals(at < syncedBytes, read(damaged).syncedAfter(), "byte " + at);
      }
    }
  }

  @Test
  void zeroedStretchWithinIsDamage() throws IOException {
    byte[] damaged = log.clone();
    Arrays.fill(damaged, 40_000, 90_000, (byte) 0);
    Finding found = read(damaged);
    assertNotNull(found.damage());
    assertTrue(found.wholeBytes() <= 40_000);
  }

  /** The last bytes of a block, too few for a record, say nothing. */
  private static boolean isPadding(int at) {
    return at % 32_768 >= 32_768 - 6;
  }

  private byte[] log() throws IOException {
    try (var logs = Files.newDirectoryStream(directory.resolve("rows"), "*.log")) {
      return Files.readAllBytes(logs.iterator().next());
    }
  }

  private Finding read(byte[] content) throws IOException {
    Files.write(file, content);
    return RecordLogCheck.read(file);
  }
}
