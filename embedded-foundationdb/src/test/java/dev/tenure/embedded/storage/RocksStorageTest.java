package dev.tenure.embedded.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

  /** A queue: rows come at random places not far ahead, and those in front go. */
  @Test
  void readersBesideAWriterSeeTheirSnapshots() throws Exception {
    BlockingQueue<Seen> toRead = new ArrayBlockingQueue<>(8);
    try (Storage storage = open()) {
      List<CompletableFuture<Integer>> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        readers.add(
            CompletableFuture.supplyAsync(() -> readAll(toRead), task -> new Thread(task).start()));
      }
      Random random = new Random(1);
      NavigableSet<Integer> rows = new TreeSet<>();
      for (int i = 0; i < 20_000; i++) {
        StorageBatch batch = storage.newBatch();
        while (rows.size() > 20) {
          batch.delete(row(rows.pollFirst()));
        }
        for (int j = 0; j < 4; j++) {
          int row = i + random.nextInt(40);
          rows.add(row);
          batch.put(row(row), new byte[0]);
        }
        storage.apply(batch, false);
        if (i % 3 == 0) {
          Seen seen = new Seen(storage.snapshot(), new TreeSet<>(rows), random.nextInt(i + 1));
          while (!toRead.offer(seen, 100, TimeUnit.MILLISECONDS)) {
            readers.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
          }
        }
      }
      for (int i = 0; i < 3; i++) {
        toRead.put(Seen.END);
      }
      int read = 0;
      for (CompletableFuture<Integer> reader : readers) {
        read += reader.get(10, TimeUnit.MINUTES);
      }
      assertEquals(6_667, read);
    }
  }

  /** Leases of a queue: one row at a time lies at a random place among deleted ones. */
  @Test
  void lookingForALoneRowPassesFewDeletedOnes() throws RocksDBException {
    Random random = new Random(1);
    try (Storage storage = open();
        RocksDB any = RocksDB.open(directory.resolve("any").toString())) {
      SkippedRows skipped = SkippedRows.ofThread(any);
      long before = skipped.count();
      for (int i = 0; i < 300; i++) {
        byte[] lease = row(random.nextInt(10_000));
        StorageBatch granted = storage.newBatch();
        granted.put(lease, new byte[0]);
        storage.apply(granted, false);
        assertEquals(1, rowsOf(storage));
        StorageBatch ended = storage.newBatch();
        ended.delete(lease);
        storage.apply(ended, false);
        assertEquals(0, rowsOf(storage));
      }
      assertTrue(skipped.count() - before < 1_000, "passed " + (skipped.count() - before));
    }
  }

  private static int rowsOf(Storage storage) {
    try (StorageSnapshot snapshot = storage.snapshot()) {
      return snapshot.range(row(0), row(99_999), false, 100, 100_000).size();
    }
  }

  private record Seen(StorageSnapshot snapshot, NavigableSet<Integer> rows, int from) {
    static final Seen END = new Seen(new MemoryStorage().snapshot(), new TreeSet<>(), -1);
  }

  private static int readAll(BlockingQueue<Seen> toRead) {
    int read = 0;
    try {
      for (Seen seen = toRead.take(); seen.from() >= 0; seen = toRead.take()) {
        for (int from : List.of(0, seen.from())) {
          List<Integer> found =
              seen.snapshot().range(row(from), row(99_999), false, 5, 1_000).stream()
                  .map(each -> Integer.parseInt(new String(each.getKey(), StandardCharsets.UTF_8)))
                  .toList();
          assertEquals(seen.rows().tailSet(from).stream().limit(5).toList(), found);
        }
        seen.snapshot().close();
        read++;
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return read;
  }

  private static byte[] row(int number) {
    return key(String.format("%05d", number));
  }

  @Test
  void damagedRowsBehindDeletedOnesAreAnErrorEachTime() throws IOException {
    Path path = directory.resolve("damaged");
    Random random = new Random(1);
    try (Storage storage = RocksStorage.open(path, true)) {
      StorageBatch batch = storage.newBatch();
      for (int i = 0; i < 1_000; i++) {
        byte[] value = new byte[100];
        random.nextBytes(value);
        batch.put(row(i), value);
      }
      storage.apply(batch, true);
    }
    RocksStorage.open(path, false).close();
    damageSecondBlock(path);
    try (Storage storage = RocksStorage.open(path, false)) {
      StorageBatch batch = storage.newBatch();
      for (int i = 0; i < 120; i++) {
        batch.delete(row(i));
      }
      storage.apply(batch, false);
      try (StorageSnapshot snapshot = storage.snapshot()) {
        for (int i = 0; i < 3; i++) {
          assertThrows(
              StorageException.class, () -> snapshot.range(row(0), row(999), false, 1, 1_000));
          assertThrows(StorageException.class, () -> snapshot.keys(row(0), row(999), 1));
        }
      }
    }
  }

  /** Blocks have 8 KiB; rows of 100 random bytes are not compressed. */
  private static void damageSecondBlock(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      Path rows = files.filter(file -> file.toString().endsWith(".sst")).findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(rows);
      bytes[12_000] ^= 1;
      Files.write(rows, bytes);
    }
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
    RocksBatch ours = new RocksBatch(0);
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
