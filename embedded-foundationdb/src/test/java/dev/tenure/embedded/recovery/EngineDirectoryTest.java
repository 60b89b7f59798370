package dev.tenure.embedded.recovery;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.recovery.EngineDirectoryException.Reason;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageException;
import dev.tenure.embedded.storage.StorageSnapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineDirectoryTest {
  private static final int EMPTY_BATCH_BYTES = 22;

  @TempDir private Path parent = Path.of("");

  @Test
  void missingDirectoryIsMadeAndKeepsItsRows() {
    Path directory = parent.resolve("a/b/engine");
    try (Storage storage = EngineDirectory.open(directory)) {
      put(storage, "k", "v", true);
    }
    try (Storage storage = EngineDirectory.open(directory)) {
      assertArrayEquals(bytes("v"), get(storage, "k"));
    }
  }

  @Test
  void secondOpeningInTheProcessIsRefusedAndTheFirstStaysLocked() throws IOException {
    Path directory = engine();
    try (Storage storage = EngineDirectory.open(directory)) {
      for (Path same : List.of(directory, directory.resolve("../engine"))) {
        EngineDirectoryException error = refused(same, Reason.LOCKED);
        assertMessage(error, directory.toRealPath().toString(), "this process");
      }
      put(storage, "k", "v", true);
    }
    EngineDirectory.open(directory).close();
  }

  @Test
  void failedOpeningFreesTheDirectory() throws IOException {
    Path directory = engine();
    Path format = directory.resolve(FormatFile.FILE);
    String content = Files.readString(format);
    Files.writeString(format, "tenure-embedded-foundationdb 2 ready\n");
    refused(directory, Reason.FORMAT_UNKNOWN);
    Files.writeString(format, content);
    EngineDirectory.open(directory).close();
  }

  @Test
  void newerFormatIsRefusedWithBothNumbers() throws IOException {
    Path directory = engine();
    Files.writeString(
        directory.resolve(FormatFile.FILE), "tenure-embedded-foundationdb 27 ready\n");
    assertMessage(refused(directory, Reason.FORMAT_UNKNOWN), "format 27", "format 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "tenure-embedded-foundationdb 1 ready",
        "tenure-embedded-foundationdb 1 broken\n",
        "tenure-embedded-foundationdb one ready\n",
        "\u0000\u0000\u0000\u0000",
        "something else\n"
      })
  void damagedFormatFileIsRefusedWithWhatItHolds(String content) throws IOException {
    Path directory = engine();
    Files.writeString(directory.resolve(FormatFile.FILE), content);
    assertMessage(refused(directory, Reason.DAMAGED), "format", "expected");
  }

  @Test
  void overlongFormatFileIsRefused() throws IOException {
    Path directory = engine();
    Files.writeString(directory.resolve(FormatFile.FILE), "x".repeat(10_000));
    assertMessage(refused(directory, Reason.DAMAGED), "10000 bytes");
  }

  @Test
  void foreignDirectoryIsRefusedAndLeftAsItWas() throws IOException {
    Path directory = Files.createDirectory(parent.resolve("photos"));
    Files.writeString(directory.resolve("cat.txt"), "a picture");
    assertMessage(refused(directory, Reason.FOREIGN), "cat.txt");
    assertEquals(List.of("cat.txt"), names(directory));
  }

  @Test
  void rowsWithoutAFormatFileAreForeign() throws IOException {
    Path directory = engine();
    Files.delete(directory.resolve(FormatFile.FILE));
    assertMessage(refused(directory, Reason.FOREIGN), "rocksdb");
    assertTrue(Files.exists(directory.resolve("rocksdb/CURRENT")));
  }

  @Test
  void fileInPlaceOfTheDirectoryIsAnError() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "x");
    assertMessage(refused(file, Reason.INACCESSIBLE), file.toString());
  }

  @Test
  void interruptedMakingIsDoneOver() throws IOException {
    Path directory = Files.createDirectory(parent.resolve("engine"));
    Files.writeString(directory.resolve(DirectoryLock.FILE), "123\n");
    Files.writeString(directory.resolve(FormatFile.FILE_BEING_WRITTEN), "tenure-emb");
    EngineDirectory.open(directory).close();
    Files.writeString(directory.resolve(FormatFile.FILE), "tenure-embedded-foundationdb 1 new\n");
    EngineDirectory.open(directory).close();
    assertTrue(Files.readString(directory.resolve(FormatFile.FILE)).endsWith(" ready\n"));
  }

  @Test
  void missingRowsAreDamageAndNotMadeAnew() throws IOException {
    Path directory = engine();
    try (Stream<Path> files = Files.list(directory.resolve("rocksdb"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    assertMessage(refused(directory, Reason.DAMAGED), "rocksdb");
    assertFalse(Files.exists(directory.resolve("rocksdb/CURRENT")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CURRENT", "MANIFEST-*", "*.log", "*.sst"})
  void lostFileOfTheRowsIsReported(String pattern) throws IOException {
    Path directory = engineWithTwoFiles();
    Files.delete(newest(directory, pattern));
    assertMessage(refused(directory, Reason.DAMAGED), directory.toRealPath().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"CURRENT", "MANIFEST-*", "*.log"})
  void fileDamagedInItsMiddleIsReported(String pattern) throws IOException {
    Path directory = engineWithTwoFiles();
    Path file = newest(directory, pattern);
    byte[] content = Files.readAllBytes(file);
    for (int i = content.length / 2; i < content.length / 2 + 8; i++) {
      content[i] ^= 0x55;
    }
    Files.write(file, content);
    assertMessage(refused(directory, Reason.DAMAGED), directory.toRealPath().toString());
  }

  @Test
  void damagedRowsInAFileAreAnErrorWhenReadAndNotWrongRows() throws IOException {
    Path directory = engineWithTwoFiles();
    Path file = newest(directory, "*.sst");
    byte[] content = Files.readAllBytes(file);
    for (int i = 0; i < content.length - 2000; i += 512) {
      content[i] ^= 0x55;
    }
    Files.write(file, content);
    try (Storage storage = EngineDirectory.open(directory)) {
      assertThrows(StorageException.class, () -> get(storage, "row0001"));
    } catch (EngineDirectoryException e) {
      assertEquals(Reason.DAMAGED, e.reason());
    }
  }

  @Test
  void lastRowsOfAClosedEngineAreNotTakenForTorn() throws IOException {
    Path directory = engineWithTwoFiles();
    Path log = newest(directory, "*.log");
    byte[] content = Files.readAllBytes(log);
    content[content.length - EMPTY_BATCH_BYTES - 3] ^= 1;
    Files.write(log, content);
    assertMessage(refused(directory, Reason.DAMAGED), ".log is damaged after byte");
    assertArrayEquals(content, Files.readAllBytes(log));
  }

  @Test
  void tornEndOfTheLogLosesOnlyTheRecordThatWasBeingWritten() throws IOException {
    Path directory = engineWithTwoFiles();
    Path log = newest(directory, "*.log");
    byte[] content = Files.readAllBytes(log);
    // Behind the last rows lies the empty batch that closing wrote.
    Files.write(log, Arrays.copyOf(content, content.length - EMPTY_BATCH_BYTES - 3));
    try (Storage storage = EngineDirectory.open(directory)) {
      assertArrayEquals(bytes("in the log"), get(storage, "log0098"));
      assertEquals(null, get(storage, "log0099"));
    }
  }

  /** A directory with some rows in a table file and some only in the log, as a crash leaves it. */
  private Path engineWithTwoFiles() throws IOException {
    Path directory = parent.resolve("engine");
    Path copy = parent.resolve("crashed");
    try (Storage storage = EngineDirectory.open(directory)) {
      StorageBatch rows = storage.newBatch();
      for (int i = 0; i < 2000; i++) {
        rows.put(bytes(String.format("row%04d", i)), bytes("x".repeat(100)));
      }
      storage.apply(rows, false);
    }
    try (Storage storage = EngineDirectory.open(directory)) {
      for (int i = 0; i < 100; i++) {
        put(storage, String.format("log%04d", i), "in the log", i % 20 == 0);
      }
    }
    // not while it is open: RocksDB removes files it no longer needs in the background
    copy(directory, copy);
    return copy;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path unused = Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  private Path engine() {
    Path directory = parent.resolve("engine");
    EngineDirectory.open(directory).close();
    return directory;
  }

  /** The newest file of that kind: an older one may be there still, though no longer needed. */
  private static Path newest(Path directory, String pattern) throws IOException {
    try (var found = Files.newDirectoryStream(directory.resolve("rocksdb"), pattern)) {
      return StreamSupport.stream(found.spliterator(), false)
          .max(Comparator.naturalOrder())
          .orElseThrow(() -> new AssertionError("no " + pattern + " in " + directory));
    }
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private static EngineDirectoryException refused(Path directory, Reason reason) {
    EngineDirectoryException error =
        assertThrows(EngineDirectoryException.class, () -> EngineDirectory.open(directory).close());
    assertEquals(reason, error.reason(), error.getMessage());
    return error;
  }

  private static void assertMessage(EngineDirectoryException error, String... parts) {
    String message = String.valueOf(error.getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
    assertFalse(message.contains("\n"), message);
  }

  private static void put(Storage storage, String key, String value, boolean sync) {
    StorageBatch batch = storage.newBatch();
    batch.put(bytes(key), bytes(value));
    storage.apply(batch, sync);
  }

  private static byte @Nullable [] get(Storage storage, String key) {
    try (StorageSnapshot snapshot = storage.snapshot()) {
      return snapshot.get(bytes(key));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
