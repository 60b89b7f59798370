package dev.tenure.embedded.storage;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Logs once that a disk refuses writes, and once that it accepts them again. A nearly full disk
 * accepts a few bytes and refuses the next ones. So the outage ends only when as many bytes as were
 * refused, at most {@link #BYTES_PROVEN_MAX}, have been written without a failure in between. Used
 * by the thread that writes.
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
   * @param path the path that the log names
   * @param freeBytes the free bytes of the disk of this path; negative when unknown
   */
  DiskOutage(String path, LongSupplier freeBytes) {
    this.path = path;
    this.freeBytes = freeBytes;
  }

  /** The outages of the disk that holds the directory. */
  static DiskOutage of(String directory) {
    return new DiskOutage(directory, () -> freeBytes(Path.of(directory)));
  }

  /** Notes that the disk refused a batch of this many bytes. */
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

  /** Notes that a batch of this many bytes was written. */
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
