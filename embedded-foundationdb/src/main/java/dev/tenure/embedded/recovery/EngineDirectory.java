package dev.tenure.embedded.recovery;

import dev.tenure.embedded.recovery.EngineDirectoryException.Reason;
import dev.tenure.embedded.recovery.FormatFile.State;
import dev.tenure.embedded.storage.RocksStorage;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Opens the directory of a durable engine.
 *
 * <pre>
 * lock      held while open; names the holder's process
 * format    what this is, see {@link FormatFile}
 * rocksdb/  the rows
 * </pre>
 *
 * A new directory is made in three steps: format "new", rows created, format "ready". Before
 * "ready" no commit was acknowledged, so an interrupted creation begins again. From "ready" on,
 * missing rows are damage.
 */
public final class EngineDirectory {
  private static final String ROWS = "rocksdb";
  private static final Set<String> OWN_FILES_BEFORE_FORMAT =
      Set.of(DirectoryLock.FILE, FormatFile.FILE_BEING_WRITTEN);

  private EngineDirectory() {}

  /**
   * Opens the rows in a directory. A missing or empty directory becomes that of a new engine.
   * Closing the storage frees the directory.
   *
   * @throws EngineDirectoryException when the directory is locked, foreign, of an unknown format or
   *     damaged; it is unchanged then
   */
  public static Storage open(Path directory) {
    loadLibrary(directory);
    try {
      Path real = Files.createDirectories(directory).toRealPath();
      requireOwnOrEmpty(real);
      DirectoryLock lock = DirectoryLock.acquire(real);
      boolean opened = false;
      try {
        Storage storage = new LockedStorage(openRows(real), lock);
        opened = true;
        return storage;
      } finally {
        if (!opened) {
          lock.close();
        }
      }
    } catch (IOException e) {
      throw new EngineDirectoryException(
          directory, Reason.INACCESSIBLE, "cannot use " + directory + ": " + FileProblem.of(e), e);
    }
  }

  private static void loadLibrary(Path directory) {
    try {
      RocksStorage.loadLibrary();
    } catch (StorageException e) {
      throw new EngineDirectoryException(
          directory, Reason.INACCESSIBLE, "cannot open " + directory + ": " + e.getMessage(), e);
    } catch (NoClassDefFoundError e) {
      String missing =
          "it needs the library org.rocksdb:rocksdbjni, which is not on the class path";
      throw new EngineDirectoryException(
          directory, Reason.INACCESSIBLE, "cannot open " + directory + ": " + missing, e);
    }
  }

  private static Storage openRows(Path directory) throws IOException {
    Optional<State> state = requireOwnOrEmpty(directory);
    if (state.isPresent() && state.get() == State.READY) {
      return openRows(directory, false);
    }
    FormatFile.write(directory, State.NEW);
    Storage rows = openRows(directory, true);
    boolean made = false;
    try {
      FormatFile.sync(directory);
      FormatFile.write(directory, State.READY);
      made = true;
      return rows;
    } finally {
      if (!made) {
        rows.close();
      }
    }
  }

  private static Storage openRows(Path directory, boolean createIfMissing) {
    try {
      return RocksStorage.open(directory.resolve(ROWS), createIfMissing);
    } catch (StorageException e) {
      Reason reason = e.isForLackOfSpace() ? Reason.INACCESSIBLE : Reason.DAMAGED;
      throw new EngineDirectoryException(
          directory, reason, "the rows cannot be read: " + e.getMessage(), e);
    }
  }

  private static Optional<State> requireOwnOrEmpty(Path directory) throws IOException {
    Optional<State> state = FormatFile.read(directory);
    List<String> foreign = state.isEmpty() ? foreignFiles(directory) : List.of();
    if (!foreign.isEmpty()) {
      throw new EngineDirectoryException(
          directory,
          Reason.FOREIGN,
          directory
              + " has no file named format but holds "
              + foreign.size()
              + " others, such as "
              + foreign.get(0));
    }
    return state;
  }

  private static List<String> foreignFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> !OWN_FILES_BEFORE_FORMAT.contains(name))
          .sorted()
          .collect(Collectors.toList());
    }
  }
}
