package dev.tenure.embedded.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks the files of a RocksDB database before it is opened, because RocksDB's own checks err in
 * two ways. It does not notice a missing log or some damage inside a log or the manifest, so that
 * rows would be lost silently. And it reports damage at the end of the newest log, which is normal
 * there when power was lost before a sync.
 */
final class RocksFiles {
  private RocksFiles() {}

  /**
   * Requires that the database has all its logs and its manifest, and that only the record that was
   * written last is incomplete. Cuts the newest log off behind its first run of whole records,
   * unless a later record proves that the rest had been synced.
   *
   * <p>An older log may end within a record. A process that was killed during recovery leaves such
   * a log, and so does a full disk. An older log was synced before the next one was begun, and
   * RocksDB checks by its manifest that it was not cut off since then.
   *
   * @throws StorageException when a file is missing or damaged; the message names it, and no file
   *     was changed
   */
  static void makeReady(Path directory) {
    try {
      requireManifest(directory);
      List<Path> logs = logs(directory);
      if (logs.isEmpty()) {
        throw new StorageException(directory + " holds no log, a file named like 000123.log");
      }
      for (Path older : logs.subList(0, logs.size() - 1)) {
        requireUndamaged(older);
      }
      requireSyncedPartWhole(logs.get(logs.size() - 1));
    } catch (IOException e) {
      throw new StorageException("cannot read the files in " + directory + ": " + e, e);
    }
  }

  private static void requireManifest(Path directory) throws IOException {
    Path current = directory.resolve("CURRENT");
    if (!Files.exists(current)) {
      throw new StorageException(directory + " holds no file CURRENT");
    }
    String name = Files.readString(current, StandardCharsets.ISO_8859_1);
    if (!name.matches("MANIFEST-[0-9]+\n")) {
      throw new StorageException(current + " does not name a manifest");
    }
    Path manifest = directory.resolve(name.strip());
    if (!Files.exists(manifest)) {
      throw new StorageException(directory + " holds no file " + name.strip());
    }
    requireUndamaged(manifest);
  }

  private static void requireUndamaged(Path file) throws IOException {
    RecordLogCheck.Finding finding = RecordLogCheck.read(file);
    if (finding.damage() != null) {
      throw damaged(file, finding, finding.damage());
    }
  }

  private static void requireSyncedPartWhole(Path log) throws IOException {
    RecordLogCheck.Finding finding = RecordLogCheck.read(log);
    if (finding.syncedAfter()) {
      throw damaged(log, finding, "records follow that were written when it had been synced");
    }
    if (!finding.endsWhole()) {
      try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
        channel.truncate(finding.wholeBytes()).force(true);
      }
    }
  }

  private static StorageException damaged(
      Path file, RecordLogCheck.Finding finding, String because) {
    return new StorageException(
        file + " is damaged after byte " + finding.wholeBytes() + ": " + because);
  }

  /** The logs, the oldest first. */
  private static List<Path> logs(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).matches("[0-9]{6,}\\.log"))
          .sorted((one, other) -> Long.compare(number(one), number(other)))
          .toList();
    }
  }

  private static long number(Path log) {
    String name = String.valueOf(log.getFileName());
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }
}
