package dev.tenure.campaigns.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A loss of power, as it changes the log of an engine that was killed. Bytes that were not synced may be lost, page by page and in any order: the log ends early, or goes on with zeros, or some of its pages hold zeros or older content of the disk.
 */
final class PowerLoss {
  private static final int PAGE_BYTES = 4096;
  private static final int ZEROS_MAX = 100_000;

  private enum Kind {
    CUT,
    CUT_AND_ZEROS_AFTER,
    PAGES_OF_ZEROS,
    PAGES_OF_GARBAGE
  }

  private PowerLoss() {}

  /**
   * Damages the newest log behind its synced part.
   *
   * @param syncedLog the log that was the newest at the last sync; a newer one was begun since, and no part of it was synced
   * @return how many bytes were not synced
   */
  static int strike(Path directory, String syncedLog, long syncedBytes, SplittableRandom random)
      throws IOException {
    Optional<Path> newest = RocksLogs.newest(directory);
    if (newest.isEmpty()) {
      return 0;
    }
    Path log = newest.get();
    boolean isNewer = !String.valueOf(log.getFileName()).equals(syncedLog);
    byte[] content = Files.readAllBytes(log);
    int synced = isNewer ? 0 : Math.toIntExact(syncedBytes);
    if (content.length > synced) {
      Path unused = Files.write(log, damaged(content, synced, random));
    }
    return content.length - synced;
  }

  private static byte[] damaged(byte[] log, int synced, SplittableRandom random) {
    byte[] cut = Arrays.copyOf(log, random.nextInt(synced, log.length + 1));
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    return switch (kind) {
      case CUT -> cut;
      case CUT_AND_ZEROS_AFTER -> Arrays.copyOf(cut, cut.length + random.nextInt(ZEROS_MAX));
      case PAGES_OF_ZEROS, PAGES_OF_GARBAGE -> holed(log, synced, kind, random);
    };
  }

  /**
   * Loses each page behind the synced part with a chance that is drawn between 1 in 2 and 1 in 51.
   */
  private static byte[] holed(byte[] log, int synced, Kind kind, SplittableRandom random) {
    byte[] holed = log.clone();
    int lostOf = 2 + random.nextInt(50);
    for (int page = synced / PAGE_BYTES; page <= (log.length - 1) / PAGE_BYTES; page++) {
      if (random.nextInt(lostOf) == 0) {
        int begin = Math.max(synced, page * PAGE_BYTES);
        int end = Math.min(log.length, (page + 1) * PAGE_BYTES);
        byte[] lost = new byte[end - begin];
        if (kind == Kind.PAGES_OF_GARBAGE) {
          random.nextBytes(lost);
        }
        System.arraycopy(lost, 0, holed, begin, lost.length);
      }
    }
    return holed;
  }
}
