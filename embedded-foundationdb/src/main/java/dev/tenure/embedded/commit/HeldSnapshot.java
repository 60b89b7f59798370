package dev.tenure.embedded.commit;

import dev.tenure.embedded.storage.StorageSnapshot;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The storage as it was from one commit version up to the next. Counts who uses it: the window, and
 * each read while it runs; the last one to let go closes it.
 */
final class HeldSnapshot {
  static final long OPEN_END = Long.MAX_VALUE;

  private final long version;
  private final StorageSnapshot snapshot;
  private final Runnable onClosed;
  private final AtomicInteger users = new AtomicInteger(1);
  private volatile @Nullable Found metadataVersion;
  private volatile long end = OPEN_END;
  private volatile boolean handedOut;

  @SuppressWarnings("ArrayRecordComponent") // a stored value, never compared
  private record Found(byte @Nullable [] value) {}

  HeldSnapshot(long version, StorageSnapshot snapshot, Runnable onClosed) {
    this.version = version;
    this.snapshot = snapshot;
    this.onClosed = onClosed;
  }

  long version() {
    return version;
  }

  StorageSnapshot snapshot() {
    return snapshot;
  }

  /**
   * The value of the metadata version key, which record layers read in every transaction:
   * FoundationDB sends it along with the read version, so it costs no read here either. Null when
   * absent.
   */
  byte @Nullable [] metadataVersion() {
    Found found = metadataVersion;
    if (found == null) {
      found = new Found(snapshot.get(EngineKeys.METADATA_VERSION));
      metadataVersion = found;
    }
    return found.value();
  }

  /** What is known of the metadata version key in the snapshot before; nothing wrote it since. */
  void keepMetadataVersion(HeldSnapshot before) {
    metadataVersion = before.metadataVersion;
  }

  boolean covers(long readVersion) {
    return readVersion >= version && readVersion < end;
  }

  void endAt(long nextVersion) {
    end = nextVersion;
  }

  /** Whether its version was given to somebody as a read version. */
  boolean isHandedOut() {
    return handedOut;
  }

  void markHandedOut() {
    if (!handedOut) {
      handedOut = true;
    }
  }

  /** Keeps it open until {@link #release}; false when it is closed already. */
  boolean acquire() {
    int now = users.get();
    while (now > 0) {
      if (users.compareAndSet(now, now + 1)) {
        return true;
      }
      now = users.get();
    }
    return false;
  }

  void release() {
    if (users.decrementAndGet() == 0) {
      snapshot.close();
      onClosed.run();
    }
  }
}
