package dev.tenure.embedded.commit;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageSnapshot;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the last five seconds, which can be read, each with a snapshot of the storage.
 * The window also knows which of them is the newest.
 *
 * <p>The commit thread publishes versions; any thread reads. They share one reference, {@link
 * #visible}, and no lock. While no group is being written, a reader may move the newest version
 * forward with the clock. Without this, a transaction that begins after an idle time would be too
 * old from the start.
 *
 * <p>While groups fail, no more versions can be reserved, and the newest version stops at the last
 * reserved one. The window stops with it, so reads go on there for as long as the storage fails.
 *
 * <p>The window counts as one user of the storage, and each snapshot as another. When the last user
 * is gone, the storage is closed. So {@link #close} may be called while reads are under way.
 */
final class VersionWindow {
  static final long WINDOW_VERSIONS = 5 * VersionClock.VERSIONS_PER_SECOND;
  private static final long STALE_VERSIONS = VersionClock.VERSIONS_PER_SECOND / 100;

  /**
   * The newest version, its snapshot, the number of groups that have begun and not ended, and
   * whether the last ended group failed.
   */
  private record Visible(long version, HeldSnapshot state, int groups, boolean failing) {
    boolean idle() {
      return groups == 0;
    }
  }

  private final Storage storage;
  private final VersionClock clock;
  private final VersionReservation reservation;
  private final int snapshotsMax;
  private final long firstVersion;
  private final ConcurrentSkipListMap<Long, HeldSnapshot> states = new ConcurrentSkipListMap<>();
  private final HotRows hotRows = new HotRows();
  private final AtomicInteger storageUsers = new AtomicInteger(1);
  private final CompletableFuture<Void> storageClosed = new CompletableFuture<>();
  private final AtomicReference<Visible> visible;
  private int statesHeld;
  private volatile boolean closed;

  VersionWindow(
      Storage storage, VersionClock clock, VersionReservation reservation, int snapshotsMax) {
    this.storage = storage;
    this.clock = clock;
    this.reservation = reservation;
    this.snapshotsMax = snapshotsMax;
    this.firstVersion = reservation.firstVersion();
    HeldSnapshot first = hold(firstVersion);
    this.visible = new AtomicReference<>(new Visible(firstVersion, first, 0, false));
  }

  /** The rows that are read often, in all states of this window. */
  HotRows hotRows() {
    return hotRows;
  }

  /**
   * Returns the newest version and marks it as given out. Returns -1 when that version lags behind
   * the clock and can move forward only after more versions are reserved.
   */
  long readVersion() {
    long now = clock.aboutNow();
    Visible newest = visible();
    if (now - newest.version > STALE_VERSIONS) {
      if (now > reservation.end() && (newest.idle() || isTooOld(newest.version))) {
        return -1;
      }
      newest = movedOn(newest, clock.now());
    }
    return handOut(newest);
  }

  /** Returns the newest version, without moving it forward, and marks it as given out. */
  long readVersionAsItIs() {
    return handOut(visible());
  }

  /** The version of this moment by the clock. */
  long versionNow() {
    return clock.now();
  }

  /** The version of the newest state. */
  long newestVersion() {
    return visible().state.version();
  }

  /**
   * The newest state, kept open until it is released. Called only while {@link #close} cannot run.
   */
  HeldSnapshot newest() {
    return Objects.requireNonNull(acquireNewest());
  }

  /**
   * Whether the version can be read now. Moves the newest version forward if the clock allows it.
   */
  boolean reaches(long version) {
    Visible newest = visible();
    if (version > newest.version) {
      long now = clock.now();
      newest = now >= version ? movedOn(newest, now) : newest;
    }
    return version <= newest.version;
  }

  /** The newest state, kept open until it is released; null once the window is closed. */
  @Nullable HeldSnapshot acquireNewest() {
    while (!closed) {
      HeldSnapshot newest = visible().state;
      if (newest.acquire()) {
        return newest;
      }
    }
    return null;
  }

  /** The later of this version and the oldest readable one. */
  long notTooOld(long version) {
    return Math.min(visible().version, Math.max(version, oldestAt(clock.now())));
  }

  /**
   * The state at a version that is not above the newest; null once the version has left the window.
   */
  @Nullable HeldSnapshot stateAt(long version) {
    if (isTooOld(version)) {
      return null;
    }
    HeldSnapshot newest = visible().state;
    if (newest.covers(version)) {
      return newest;
    }
    Map.Entry<Long, HeldSnapshot> found = states.floorEntry(version);
    return found != null && found.getValue().covers(version) ? found.getValue() : null;
  }

  /** Whether reads at the version are refused because of its age. */
  boolean isTooOld(long version) {
    return version < oldestAt(clock.aboutNow());
  }

  /** Throws 1007 when reads at the version are refused because of its age. */
  void requireReadable(long version) {
    if (isTooOld(version)) {
      throw FdbErrors.exception(FdbErrors.TRANSACTION_TOO_OLD);
    }
  }

  /** The error of a read whose state is gone: the version is too old, or the engine is closed. */
  FDBException gone() {
    return FdbErrors.exception(
        closed ? FdbErrors.OPERATION_CANCELLED : FdbErrors.TRANSACTION_TOO_OLD);
  }

  /** The oldest read version with which a commit at this version can still succeed. */
  long oldestCommittable(long commitVersion) {
    return oldestAt(commitVersion);
  }

  /**
   * Begins a group and returns its version, which is above all versions before. Called by one
   * thread at a time.
   */
  long beginGroup() {
    while (true) {
      Visible newest = visible();
      long version = newest.idle() ? caughtUp(newest.version) : newest.version;
      Visible busy = new Visible(version, newest.state, newest.groups + 1, newest.failing);
      if (visible.compareAndSet(newest, busy)) {
        return clock.next(version);
      }
    }
  }

  /** Notes that a group of {@link #beginGroup} has failed. */
  void abandonGroup() {
    Visible unused =
        visible.updateAndGet(busy -> new Visible(busy.version, busy.state, busy.groups - 1, true));
  }

  /**
   * Publishes a group whose rows are in the storage. Called on the commit thread.
   *
   * @param writes the differences from the version before
   */
  void publish(long version, GroupWrites writes) {
    boolean changed = !writes.isEmpty();
    HeldSnapshot before = visible().state;
    HeldSnapshot after = changed ? hold(version) : before;
    if (changed) {
      hotRows.writing(writes, version);
      before.endAt(version);
      if (!writes.touches(EngineKeys.METADATA_VERSION)) {
        after.keepMetadataVersion(before);
      }
    }
    Visible unused =
        visible.updateAndGet(busy -> new Visible(version, after, busy.groups - 1, false));
    if (changed) {
      if (statesHeld > snapshotsMax / 2 && !before.isHandedOut()) {
        drop(before);
      }
      expire(version - WINDOW_VERSIONS);
    }
  }

  /**
   * Releases states that no version in the window has; false if some must stay. Called on the
   * commit thread.
   */
  boolean expire(long floor) {
    while (statesHeld > 1) {
      HeldSnapshot oldest = states.firstEntry().getValue();
      if (statesHeld <= snapshotsMax && oldest.covers(Math.max(floor, oldest.version()))) {
        return false;
      }
      drop(oldest);
    }
    return true;
  }

  /** The floor for {@link #expire} by the clock, when no commit takes place. */
  long floorNow() {
    return oldestAt(clock.now());
  }

  /** Releases all states. Later reads fail, and reads under way end normally. */
  CompletableFuture<Void> close() {
    closed = true;
    states.values().forEach(HeldSnapshot::release);
    states.clear();
    releaseStorage();
    return storageClosed;
  }

  private Visible visible() {
    return Objects.requireNonNull(visible.get());
  }

  /** The oldest version of the window when the clock is at this version. */
  private long oldestAt(long version) {
    long end = reservation.end();
    long reached = version > end && visible().failing ? end : version;
    return Math.max(firstVersion, reached - WINDOW_VERSIONS);
  }

  /** A version for readers while a group is being written, below the group's version. */
  private long caughtUp(long version) {
    long now = Math.min(clock.now() - 1, reservation.end());
    return now - version > STALE_VERSIONS ? now : version;
  }

  private Visible movedOn(Visible newest, long version) {
    long target = Math.min(version, reservation.end());
    if (newest.idle() && target > newest.version) {
      visible.compareAndSet(newest, new Visible(target, newest.state, 0, newest.failing));
      return visible();
    }
    return newest;
  }

  private long handOut(Visible found) {
    Visible newest = found;
    while (true) {
      newest.state.markHandedOut();
      Visible again = visible();
      if (again.state == newest.state) {
        return newest.version;
      }
      newest = again;
    }
  }

  private HeldSnapshot hold(long version) {
    StorageSnapshot snapshot = storage.snapshot();
    storageUsers.incrementAndGet();
    HeldSnapshot state = new HeldSnapshot(version, snapshot, this::releaseStorage);
    states.put(version, state);
    statesHeld++;
    return state;
  }

  private void drop(HeldSnapshot state) {
    states.remove(state.version());
    statesHeld--;
    state.release();
  }

  private void releaseStorage() {
    if (storageUsers.decrementAndGet() == 0) {
      try {
        storage.close();
        storageClosed.complete(null);
      } catch (RuntimeException e) {
        // Whoever let go last, perhaps a reader, is not the one to tell.
        storageClosed.completeExceptionally(e);
      }
    }
  }
}
