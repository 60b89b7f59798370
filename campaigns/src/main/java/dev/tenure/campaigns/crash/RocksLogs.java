package dev.tenure.campaigns.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the logs in the directory of an engine.
 */
final class RocksLogs {
  private RocksLogs() {}

  /**
   * The newest log: the one with the greatest name.
   */
  static Optional<Path> newest(Path directory) {
    try (Stream<Path> files = Files.list(directory.resolve("rocksdb"))) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .max(Comparator.comparing(file -> String.valueOf(file.getFileName())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
