package dev.tenure.embedded.recovery;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk without room for RocksDB's next log: the names it will take lead to /dev/full. */
class FullDiskTest {
  private static final Path FULL = Path.of("/dev/full");
  private static final int LOGS_WITHOUT_ROOM = 100;
  private static final int COMMITS_MAX = 3_000;
  private static final int VALUE_BYTES = 90_000;

  @TempDir private Path directory = Path.of("");

  @Test
  void commitsFailReadsGoOnAndAllIsWellOnceThereIsRoom() throws IOException {
    assumeTrue(Files.exists(FULL), "this system has no /dev/full");
    int failed = 0;
    int later;
    try (LogLines lines = new LogLines();
        EmbeddedDatabase database =
            EmbeddedDatabase.open(directory, EmbeddedEnvironment.realTime())) {
      List<Path> withoutRoom = leaveNoRoomForLogs();
      CompletableFuture<Void> watch =
          database.run(transaction -> transaction.watch(key(COMMITS_MAX)));
      int code = commit(database, failed);
      while (code == 0 && failed < COMMITS_MAX) {
        code = commit(database, ++failed);
      }
      assertEquals(1021, code, "of commit " + failed);
      assertEquals(1510, commit(database, failed + 1));
      assertArrayEquals(value(failed - 1), read(database, failed - 1));
      assertNull(read(database, failed));
      assertEquals(1, lines.all().size(), () -> "lines " + lines.all());
      assertTrue(lines.all().get(0).contains("the disk of " + directory), lines.all().get(0));
      for (Path log : withoutRoom) {
        boolean unused = Files.deleteIfExists(log);
      }
      later = failed + 2;
      await()
          .atMost(Duration.ofMinutes(5))
          .until(
              () -> commit(database, COMMITS_MAX) == 0 && commit(database, COMMITS_MAX + 1) == 0);
      assertEquals(0, commit(database, later));
      await().atMost(Duration.ofMinutes(5)).until(watch::isDone);
      String last = lines.all().get(lines.all().size() - 1);
      assertTrue(last.contains("takes writes again"), last);
    }
    try (EmbeddedDatabase database =
        EmbeddedDatabase.open(directory, EmbeddedEnvironment.realTime())) {
      for (int number = 0; number < failed; number++) {
        assertArrayEquals(value(number), read(database, number));
      }
      assertNull(read(database, failed));
      assertNull(read(database, failed + 1));
      assertArrayEquals(value(later), read(database, later));
    }
  }

  private List<Path> leaveNoRoomForLogs() throws IOException {
    Path rows = directory.resolve("rocksdb");
    long newest;
    try (Stream<Path> files = Files.list(rows)) {
      newest =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> name.endsWith(".log"))
              .mapToLong(name -> Long.parseLong(name.substring(0, name.indexOf('.'))))
              .max()
              .orElseThrow();
    }
    List<Path> logs = new ArrayList<>();
    for (int i = 1; i <= LOGS_WITHOUT_ROOM; i++) {
      Path log = rows.resolve(String.format("%06d.log", newest + i));
      logs.add(Files.createSymbolicLink(log, FULL));
    }
    return logs;
  }

  /** Gives the code of the error, 0 for none. */
  private static int commit(EmbeddedDatabase database, int number) {
    try (Transaction transaction = database.createTransaction()) {
      transaction.set(key(number), value(number));
      Void unused = transaction.commit().join();
      return 0;
    } catch (CompletionException e) {
      return assertInstanceOf(FDBException.class, e.getCause()).getCode();
    }
  }

  private static byte @Nullable [] read(EmbeddedDatabase database, int number) {
    return database.read(transaction -> transaction.get(key(number)).join());
  }

  private static byte[] key(int number) {
    return Tuple.from("k", number).pack();
  }

  private static byte[] value(int number) {
    byte[] value = new byte[VALUE_BYTES];
    new Random(number).nextBytes(value);
    return value;
  }
}
