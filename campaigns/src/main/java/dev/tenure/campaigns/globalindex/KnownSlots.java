package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.settings.KeysLease;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.slot.IndexSlots;
import dev.tenure.record.global.slot.SlotTable;
import dev.tenure.record.global.slot.Slots;
import dev.tenure.record.global.slot.Slots.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The slots as a client has read them in one phase of a move, under the library's own lease. The
 * checker says when the lease is over.
 */
final class KnownSlots {
  private static final int ID = 5;
  private static final int SLOTS = 64;
  private static final Duration LEASE = Duration.ofSeconds(1);

  /** Whether the client's time is within the lease. */
  private boolean isFresh = true;

  private final KeysLease.Snapshot snapshot;

  /**
   * @param stores two shards of each kind, and the one that the slot of record 1, or of key a,
   *     moves to
   * @param phase that the client knows
   */
  KnownSlots(Mode mode, Shards stores, KeyDefinitions keys, int phase) {
    boolean isOfIndex = mode == Mode.INDEX_MOVES;
    DataShard home = new Home();
    StoredKeys.create(home, LEASE, keys)
        .join()
        .change(
            home,
            slots(isOfIndex ? Phase.STABLE : List.of(Phase.values()).get(phase)),
            isOfIndex
                ? Optional.of(indexSlots(List.of(IndexSlots.Phase.values()).get(phase)))
                : Optional.empty())
        .join();
    List<DataShard> data = new ArrayList<>(stores.data());
    data.set(0, new WithHome(data.get(0), home));
    Shards withHome = stores.withData(each -> data);
    this.snapshot =
        KeysLease.start(withHome, () -> isFresh ? 0 : LEASE.toMillis()).join().current().join();
  }

  private static Slots slots(Phase phase) {
    List<Integer> from = new ArrayList<>(Collections.nCopies(SLOTS, 0));
    from.set(slotOf(Stored.MOVES), Stored.shardOf(Stored.MOVES));
    List<Integer> to = new ArrayList<>(from);
    to.set(slotOf(Stored.MOVES), Stored.DATA_SHARDS);
    return phase == Phase.STABLE
        ? new Slots(new SlotTable(from, from), ID - 1, phase)
        : new Slots(new SlotTable(from, to), ID, phase);
  }

  private static IndexSlots indexSlots(IndexSlots.Phase phase) {
    List<Integer> from = new ArrayList<>(Collections.nCopies(SLOTS, 1));
    int slot = (int) Long.remainderUnsigned(Shards.hash(Stored.INDEX_MOVES), SLOTS);
    from.set(slot, 0);
    List<Integer> to = new ArrayList<>(from);
    to.set(slot, 2);
    return new IndexSlots(new SlotTable(from, phase == IndexSlots.Phase.STABLE ? from : to), phase);
  }

  private static int slotOf(PrimaryKey key) {
    return (int) Long.remainderUnsigned(Shards.hash(key), SLOTS);
  }

  void setFresh(boolean fresh) {
    isFresh = fresh;
  }

  KeysLease.Snapshot snapshot() {
    return snapshot;
  }

  /** Answers at once. */
  private static final class Home implements DataShard {
    private final TreeMap<PrimaryKey, DataRecord> stored = new TreeMap<>();

    @Override
    public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
      return CompletableFuture.completedFuture(Optional.ofNullable(stored.get(key)));
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
      write.record().ifPresent(record -> stored.put(write.key(), record));
      return CompletableFuture.completedFuture(true);
    }
  }

  /** A shard that has the reserved records, too. */
  private record WithHome(DataShard shard, DataShard home) implements DataShard {
    @Override
    public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
      return (key.isReserved() ? home : shard).read(key);
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
      return (write.key().isReserved() ? home : shard).write(write);
    }

    @Override
    public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
      return shard.find(key);
    }
  }
}
