package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.proto.SimulatedTurn;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueGroup;
import dev.tenure.queue.proto.QueueGroupHead;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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

  /** Reads everything, and the turns if it is a tenant's store. */
  void readAll(RecordStore store, boolean isTenants) {
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

  /** Reads one record again, if it is of a type that matters here. */
  void readAgain(RecordStore store, long typeKey, Tuple primaryKey, Changes changes) {
    if (typeKey == FOLLOWER) {
      follower(store, primaryKey, changes);
    } else if (typeKey == GROUP) {
      group(store, primaryKey, changes);
    } else if (typeKey == HEAD) {
      head(store, primaryKey, changes);
    } else if (typeKey == TURN) {
      turn(store, primaryKey, changes);
    }
  }

  private void follower(RecordStore store, Tuple primaryKey, Changes changes) {
    ItemKey key = new ItemKey(owner, primaryKey.getString(0), primaryKey.getString(1));
    QueueFollower before = state.followers().remove(key);
    Optional<QueueFollower> now =
        load(store, QueueFollower.class, primaryKey)
            .map(stored -> (QueueFollower) stored.message());
    now.ifPresent(present -> state.followers().put(key, present));
    if (!Optional.ofNullable(before).equals(now)) {
      changes.follower(key);
    }
  }

  private void group(RecordStore store, Tuple primaryKey, Changes changes) {
    GroupKey key = groupKey(primaryKey);
    boolean existed = state.existing().remove(key);
    boolean exists = load(store, QueueGroup.class, primaryKey).isPresent();
    if (exists) {
      state.existing().add(key);
    }
    if (exists != existed) {
      changes.group(key, existed);
    }
  }

  private void head(RecordStore store, Tuple primaryKey, Changes changes) {
    GroupKey key = groupKey(primaryKey);
    state.heads().remove(key);
    load(store, QueueGroupHead.class, primaryKey)
        .map(stored -> ((QueueGroupHead) stored.message()).getId())
        .ifPresent(id -> state.heads().put(key, id));
    changes.order(owner, key.toString());
  }

  private void turn(RecordStore store, Tuple primaryKey, Changes changes) {
    String number = primaryKey.getString(0);
    state.turns().remove(number);
    load(store, SimulatedTurn.class, primaryKey)
        .ifPresent(stored -> state.turns().put(number, stored.version().orElseThrow()));
    changes.order(owner, number);
  }

  private GroupKey groupKey(Tuple primaryKey) {
    return new GroupKey(owner, primaryKey.getString(0), primaryKey.getString(1));
  }

  private static Optional<StoredRecord> load(
      RecordStore store, Class<? extends Message> message, Tuple primaryKey) {
    return Reads.now(store.load(message.getSimpleName(), primaryKey, Isolation.SNAPSHOT));
  }

  /** Notes what is different in a newer model of the same store. */
  void noteChanges(GroupModel newer, Changes changes) {
    StoreModel.different(state.followers(), newer.state.followers()).forEach(changes::follower);
    Set<GroupKey> groups = new TreeSet<>(state.existing());
    groups.addAll(newer.state.existing());
    groups.stream()
        .filter(key -> state.existing().contains(key) != newer.state.existing().contains(key))
        .forEach(key -> changes.group(key, state.existing().contains(key)));
    if (!state.heads().equals(newer.state.heads()) || !state.turns().equals(newer.state.turns())) {
      changes.order(owner, "turns");
    }
  }
}
