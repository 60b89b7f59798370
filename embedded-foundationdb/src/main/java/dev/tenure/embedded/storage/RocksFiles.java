package dev.tenure.embedded.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What RocksDB does not find wrong with its files on opening, and would silently lose rows over: a
 * log that is gone, a log or manifest that is damaged within.
 */
final class RocksFiles {
  private RocksFiles() {}

  /**
   * Requires that a database once closed or killed has its logs and manifest, whole but for a
   * record that was being written last. A log may end so and others follow it: a process killed
   * while it recovered leaves that. That no closed log was cut off, RocksDB checks by its manifest.
   *
   * @throws StorageException that names the file
   */
  static void requireSound(Path directory) {
    try {
      requireManifest(directory);
      List<Path> logs = logs(directory);
      if (logs.isEmpty()) {
        throw new StorageException(directory + " holds no log, a file named like 000123.log");
      }
      for (Path log : logs) {
        boolean unused = RecordLogCheck.endsWhole(log);
      }
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
    boolean unused = RecordLogCheck.endsWhole(manifest);
  }

  private static List<Path> logs(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> String.valueOf(file.getFileName()).endsWith(".log")).toList();
    }
  }
}
