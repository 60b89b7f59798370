package dev.tenure.embedded.commit;

import dev.tenure.embedded.storage.StorageSnapshot;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The state of the storage from one commit version to the next. It counts its users, which are the
 * window and each running read. The last user to release it closes it.
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
   * The value of the metadata version key; null when it is absent. Record layers read this key in
   * every transaction. FoundationDB sends its value along with the read version, so it must not
   * cost a read here either.
   */
  byte @Nullable [] metadataVersion() {
    Found found = metadataVersion;
    if (found == null) {
      found = new Found(snapshot.get(EngineKeys.METADATA_VERSION));
      metadataVersion = found;
    }
    return found.value();
  }

  /**
   * Takes the value of the metadata version key from the previous snapshot, since nothing has
   * written it in between.
   */
  void keepMetadataVersion(HeldSnapshot before) {
    metadataVersion = before.metadataVersion;
  }

  boolean covers(long readVersion) {
    return readVersion >= version && readVersion < end;
  }

  void endAt(long nextVersion) {
    end = nextVersion;
  }

  /** Whether the snapshot's version was given out as a read version. */
  boolean isHandedOut() {
    return handedOut;
  }

  void markHandedOut() {
    if (!handedOut) {
      handedOut = true;
    }
  }

  /** Keeps the snapshot open until {@link #release}; false when it is already closed. */
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
