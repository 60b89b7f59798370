package dev.tenure.embedded.storage;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Tells the log once that a disk refuses writes, and once that it takes them again. It takes them
 * again when as many bytes as were refused, at most {@link #BYTES_PROVEN_MAX}, have been written
 * without a failure in between: a nearly full disk takes a few bytes and refuses the next. Used by
 * the thread that writes.
 */
final class DiskOutage {
  static final long BYTES_PROVEN_MAX = 4096;

  private static final Logger LOG = System.getLogger("dev.tenure.embedded");
  private static final long UNKNOWN = -1;

  private final String path;
  private final LongSupplier freeBytes;
  private boolean failing;
  private long bytesToProve;

  /**
   * @param path named in the log
   * @param freeBytes of the disk the path is on; negative when that is not known
   */
  DiskOutage(String path, LongSupplier freeBytes) {
    this.path = path;
    this.freeBytes = freeBytes;
  }

  /** On the disk that the directory is on. */
  static DiskOutage of(String directory) {
    return new DiskOutage(directory, () -> freeBytes(Path.of(directory)));
  }

  /** A batch of so many bytes was refused. */
  void failed(StorageException failure, long bytes) {
    bytesToProve = Math.min(bytes, BYTES_PROVEN_MAX);
    if (failing) {
      return;
    }
    failing = true;
    LOG.log(
        Level.WARNING,
        failure.isForLackOfSpace()
            ? String.format(
                Locale.ROOT,
                "the disk of %s is full: %s, %,d bytes were to be written; commits fail and reads"
                    + " go on until there is room for a log and a table, some 200 MB",
                path,
                free(),
                bytes)
            : String.format(
                Locale.ROOT,
                "%s (%s); commits fail and reads go on, and if this does not end the database must"
                    + " be opened again",
                failure.getMessage(),
                free()));
  }

  /** A batch of so many bytes was written. */
  void written(long bytes) {
    if (!failing) {
      return;
    }
    bytesToProve -= bytes;
    if (bytesToProve <= 0) {
      failing = false;
      LOG.log(Level.INFO, path + " takes writes again: " + free());
    }
  }

  private String free() {
    long free = freeBytes.getAsLong();
    return free < 0
        ? "how much is free is not known"
        : String.format(Locale.ROOT, "%,d bytes are free", free);
  }

  private static long freeBytes(Path directory) {
    try {
      return Files.getFileStore(directory).getUsableSpace();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
