package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single rows of the durable storage, of every length about those of the buffers. */
class PointGetTest {
  private static final int KEY_BYTES = 1_024;
  private static final int VALUE_BYTES = 16_384;

  @TempDir private Path directory = Path.of("");
  private Storage storage = new MemoryStorage();

  @BeforeEach
  void open() {
    storage = RocksStorage.open(directory.resolve("rows"), true);
  }

  @AfterEach
  void close() {
    storage.close();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private void put(byte[] key, byte[] value) {
    StorageBatch batch = storage.newBatch();
    batch.put(key, value);
    storage.apply(batch, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, VALUE_BYTES - 1, VALUE_BYTES, VALUE_BYTES + 1, 100_000})
  void valueOfAnyLengthIsRead(int length) {
    byte[] key = bytes(20);
    put(key, bytes(length));
    try (StorageSnapshot snapshot = storage.snapshot()) {
      assertArrayEquals(bytes(length), snapshot.get(key));
      assertArrayEquals(bytes(length), snapshot.get(key), "again");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, KEY_BYTES - 1, KEY_BYTES, KEY_BYTES + 1, 10_000})
  void keyOfAnyLengthIsFoundAndItsNeighboursAreNot(int length) {
    byte[] key = bytes(length);
    byte[] longer = Arrays.copyOf(key, length + 1);
    put(key, bytes(9));
    try (StorageSnapshot snapshot = storage.snapshot()) {
      assertNull(snapshot.get(longer));
      assertArrayEquals(bytes(9), snapshot.get(key));
      assertNull(snapshot.get(longer));
    }
  }

  @Test
  void rowsReadOneAfterTheOtherDoNotMix() {
    List<Integer> lengths = List.of(VALUE_BYTES, 3, VALUE_BYTES + 1, 0, 20_000, 7, VALUE_BYTES, 1);
    lengths.forEach(length -> put(numbered(length), bytes(length)));
    try (StorageSnapshot snapshot = storage.snapshot()) {
      for (int length : lengths) {
        assertArrayEquals(bytes(length), snapshot.get(numbered(length)));
        assertNull(snapshot.get(new byte[] {1, 2}));
      }
    }
  }

  @Test
  void snapshotsReadWhatTheySawWhateverTheLengths() {
    List<Integer> lengths = List.of(5, VALUE_BYTES + 1, 0, VALUE_BYTES, 100_000, 2);
    for (int keyLength : new int[] {8, KEY_BYTES + 1}) {
      byte[] key = bytes(keyLength);
      List<StorageSnapshot> snapshots = new ArrayList<>();
      for (int length : lengths) {
        put(key, bytes(length));
        snapshots.add(storage.snapshot());
      }
      StorageBatch batch = storage.newBatch();
      batch.delete(key);
      storage.apply(batch, false);
      for (int i = 0; i < lengths.size(); i++) {
        assertArrayEquals(bytes(lengths.get(i)), snapshots.get(i).get(key));
        snapshots.get(i).close();
      }
      try (StorageSnapshot last = storage.snapshot()) {
        assertNull(last.get(key));
      }
    }
  }

  @Test
  void threadsReadTheirOwnRowsOfOneSnapshot() {
    int rows = 400;
    for (int i = 0; i < rows; i++) {
      put(numbered(i), bytes(i * 97 % 20_000));
    }
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try (StorageSnapshot snapshot = storage.snapshot()) {
      List<CompletableFuture<Integer>> readers = new ArrayList<>();
      for (int reader = 0; reader < 6; reader++) {
        int first = reader * 61;
        readers.add(CompletableFuture.supplyAsync(() -> read(snapshot, first, rows), threads));
      }
      readers.forEach(reader -> assertEquals(rows, reader.join()));
    } finally {
      threads.shutdownNow();
    }
  }

  private static int read(StorageSnapshot snapshot, int first, int rows) {
    int right = 0;
    for (int i = 0; i < rows; i++) {
      int row = (first + i) % rows;
      boolean found = Arrays.equals(bytes(row * 97 % 20_000), snapshot.get(numbered(row)));
      boolean absent = snapshot.get(numbered(row + rows)) == null;
      right += found && absent ? 1 : 0;
    }
    return right;
  }

  private static byte[] numbered(int row) {
    return ByteBuffer.allocate(4).putInt(row).array();
  }
}
