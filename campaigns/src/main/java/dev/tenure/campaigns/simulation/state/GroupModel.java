package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.proto.SimulatedTurn;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueGroup;
import dev.tenure.queue.proto.QueueGroupHead;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The ordered groups of one store as they were when each of their records was last read. */
final class GroupModel {
  /** Type keys, as docs/formats/queue.md and {@link Application} have them. */
  private static final long TURN = 4;

  private static final long FOLLOWER = 1_005;
  private static final long GROUP = 1_006;
  private static final long HEAD = 1_007;

  private final TenantId owner;
  private final GroupState state =
      new GroupState(new TreeMap<>(), new TreeSet<>(), new TreeMap<>(), new TreeMap<>());

  GroupModel(TenantId owner) {
    this.owner = owner;
  }

  GroupState state() {
    return state;
  }

  /** Reads everything as clients do, by scans of the store; turns only if it is a tenant's. */
  void scan(RecordStore store, boolean isTenants) {
    for (QueueFollower each : Reads.records(store, QueueFollower.class)) {
      state.followers().put(new ItemKey(owner, each.getZone(), each.getId()), each);
    }
    for (QueueGroup each : Reads.records(store, QueueGroup.class)) {
      state.existing().add(new GroupKey(owner, each.getZone(), each.getGroup()));
    }
    for (QueueGroupHead each : Reads.records(store, QueueGroupHead.class)) {
      state.heads().put(new GroupKey(owner, each.getZone(), each.getGroup()), each.getId());
    }
    if (isTenants) {
      for (StoredRecord stored : Reads.stored(store, SimulatedTurn.class)) {
        String number = ((SimulatedTurn) stored.message()).getNumber();
        state.turns().put(number, stored.version().orElseThrow());
      }
    }
  }

  /**
   * Notes that the only row of a record was read, or row 0 of a split record; the value is null
   * when there is no row.
   */
  void put(long typeKey, Tuple primaryKey, byte @Nullable [] value, Changes changes) {
    if (typeKey == FOLLOWER) {
      follower(
          new ItemKey(owner, primaryKey.getString(0), primaryKey.getString(1)),
          RecordRows.whole(QueueFollower.getDefaultInstance(), value),
          changes);
    } else if (typeKey == GROUP) {
      group(groupKey(primaryKey), value != null, changes);
    } else if (typeKey == HEAD) {
      head(
          groupKey(primaryKey),
          RecordRows.whole(QueueGroupHead.getDefaultInstance(), value),
          changes);
    }
  }

  /** Takes a version slot that was read; null when it is not there. */
  void version(long typeKey, Tuple primaryKey, byte @Nullable [] slot, Changes changes) {
    if (typeKey == TURN) {
      String number = primaryKey.getString(0);
      if (slot == null) {
        state.turns().remove(number);
      } else {
        state.turns().put(number, RecordRows.version(slot));
      }
      changes.order(owner, number);
      changes.grouped(owner);
    }
  }

  private void follower(ItemKey key, @Nullable QueueFollower now, Changes changes) {
    QueueFollower before =
        now == null ? state.followers().remove(key) : state.followers().put(key, now);
    if (!Objects.equals(before, now)) {
      changes.follower(key);
      changes.grouped(owner);
    }
  }

  private void group(GroupKey key, boolean exists, Changes changes) {
    boolean changed = exists ? state.existing().add(key) : state.existing().remove(key);
    if (changed) {
      changes.group(key, !exists);
      changes.grouped(owner);
    }
  }

  private void head(GroupKey key, @Nullable QueueGroupHead now, Changes changes) {
    if (now == null) {
      state.heads().remove(key);
    } else {
      state.heads().put(key, now.getId());
    }
    changes.grouped(owner);
  }

  private GroupKey groupKey(Tuple primaryKey) {
    return new GroupKey(owner, primaryKey.getString(0), primaryKey.getString(1));
  }
}
