package dev.tenure.record.global.settings;

import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.slot.SlotShards;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * A client's copy of the stored definitions. It is read again once half of the lease has passed. An
 * operation waits for this read only when the whole lease has passed. A read that began a lease ago
 * is of no use to an operation that begins now, which begins another read. Safe for use by many
 * threads.
 */
public final class KeysLease {
  private final Shards shards;
  private final LongSupplier millis;
  private final Object lock = new Object();
  private Snapshot snapshot;
  private CompletableFuture<Snapshot> reading;

  /** When the request of {@code reading} was begun. */
  private long readingSince;

  /** The definitions of one version. An operation uses one snapshot from begin to end. */
  public final class Snapshot {
    private final StoredKeys keys;
    private final Optional<SlotShards> placed;
    private final Shards fenced;
    private volatile long confirmed;

    private Snapshot(StoredKeys keys, long confirmed) {
      this.keys = keys;
      this.confirmed = confirmed;
      this.placed =
          keys.slots()
              .map(slots -> new SlotShards(shards, slots, keys.index(), this::requireFresh));
      this.fenced = placed.map(SlotShards::shards).orElse(shards).withData(this::fenced);
    }

    private List<? extends DataShard> fenced(List<? extends DataShard> data) {
      return data.stream().map(each -> new FencedDataShard(each, this)).toList();
    }

    public StoredKeys keys() {
      return keys;
    }

    /** The shards for operations that use these definitions. */
    public Shards shards() {
      return fenced;
    }

    /** The shards by slots; empty while records cannot move between shards. */
    public Optional<SlotShards> placed() {
      return placed;
    }

    /**
     * Checks that these definitions were in force within the lease.
     *
     * @throws OldKeysException when they may have been replaced longer ago
     */
    public void requireFresh() {
      if (isOlderThan(keys.lease().toMillis())) {
        throw OldKeysException.expired(keys);
      }
    }

    private boolean isOlderThan(long age) {
      return millis.getAsLong() - confirmed >= age;
    }
  }

  private KeysLease(Shards shards, LongSupplier millis, StoredKeys keys, long confirmed) {
    this.shards = shards;
    this.millis = millis;
    this.snapshot = new Snapshot(keys, confirmed);
    this.reading = CompletableFuture.completedFuture(snapshot);
    this.readingSince = confirmed;
  }

  /**
   * Reads the definitions.
   *
   * @param millis a clock that never goes back and never stands still, such as one on {@code
   *     System.nanoTime}; not the time of day
   * @return fails with METADATA_ABSENT when none are stored, with METADATA_NEWER when slots lie in
   *     shards that were not given, or with SHARD_DOWN
   */
  public static CompletableFuture<KeysLease> start(Shards shards, LongSupplier millis) {
    long begun = millis.getAsLong();
    return StoredKeys.require(shards.data().get(0))
        .thenApply(keys -> new KeysLease(shards, millis, keys, begun));
  }

  /** The copy for an operation that begins now; fails with SHARD_DOWN when it cannot be read. */
  public CompletableFuture<Snapshot> current() {
    synchronized (lock) {
      long lease = snapshot.keys.lease().toMillis();
      if (!snapshot.isOlderThan(lease / 2)) {
        return CompletableFuture.completedFuture(snapshot);
      }
      long now = millis.getAsLong();
      if (reading.isDone() || now - readingSince >= lease) {
        readingSince = now;
        reading = read(now);
      }
      return snapshot.isOlderThan(lease) ? reading : CompletableFuture.completedFuture(snapshot);
    }
  }

  private CompletableFuture<Snapshot> read(long begun) {
    return StoredKeys.require(shards.data().get(0)).thenApply(keys -> confirm(keys, begun));
  }

  /**
   * A read that is answered after a later one may tell of an earlier version, which is ignored. An
   * earlier version that a later read tells of is that of a store restored from a backup.
   */
  private Snapshot confirm(StoredKeys keys, long begun) {
    synchronized (lock) {
      if (keys.version() == snapshot.keys.version()) {
        snapshot.confirmed = Math.max(snapshot.confirmed, begun);
      } else if (begun > snapshot.confirmed || keys.version() > snapshot.keys.version()) {
        snapshot = new Snapshot(keys, begun);
      }
      return snapshot;
    }
  }
}
