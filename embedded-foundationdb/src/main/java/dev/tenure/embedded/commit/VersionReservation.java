package dev.tenure.embedded.commit;

import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageException;
import dev.tenure.embedded.storage.StorageSnapshot;
import java.nio.ByteBuffer;

/**
 * Ensures that no version is given out twice. Every version that is given out is at most a number
 * on disk, and a restart begins above that number.
 *
 * <pre>
 * row := EngineKeys.VERSIONS_RESERVED (key) last reserved version (value, 8 bytes big-endian)
 * </pre>
 */
final class VersionReservation {
  private static final long RESERVED_AHEAD = 60 * VersionClock.VERSIONS_PER_SECOND;

  private final long firstVersion;
  private volatile long end;

  private VersionReservation(long firstVersion, long end) {
    this.firstVersion = firstVersion;
    this.end = end;
  }

  /** Reserves the first versions of this run with a synced write. */
  static VersionReservation open(Storage storage) {
    long first = lastReserved(storage) + 1;
    VersionReservation reservation = new VersionReservation(first, first - 1);
    StorageBatch batch = storage.newBatch();
    long end = reservation.extend(batch, first);
    storage.apply(batch, true);
    reservation.confirm(end);
    return reservation;
  }

  long firstVersion() {
    return firstVersion;
  }

  /** The last version that may be given out. */
  long end() {
    return end;
  }

  /** Whether a group at this version should extend the reservation; such a group must sync. */
  boolean isRunningOut(long version) {
    return version > end - RESERVED_AHEAD / 2;
  }

  /**
   * Adds the new reservation to a batch, which must be synced before a version above {@link #end}
   * is given out.
   */
  long extend(StorageBatch batch, long version) {
    long newEnd = version + RESERVED_AHEAD;
    batch.put(EngineKeys.VERSIONS_RESERVED, ByteBuffer.allocate(8).putLong(newEnd).array());
    return newEnd;
  }

  /** Notes that the batch with the new reservation is on disk. */
  void confirm(long newEnd) {
    end = newEnd;
  }

  private static long lastReserved(Storage storage) {
    try (StorageSnapshot snapshot = storage.snapshot()) {
      byte[] value = snapshot.get(EngineKeys.VERSIONS_RESERVED);
      if (value == null) {
        return 0;
      }
      if (value.length != 8 || value[0] < 0) {
        throw new StorageException(
            "the row of reserved versions holds "
                + value.length
                + " bytes, expected 8 of a positive number");
      }
      return ByteBuffer.wrap(value).getLong();
    }
  }
}
