package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.run.ClusterLayout;
import dev.tenure.campaigns.simulation.state.DatabaseState.Asleep;
import dev.tenure.campaigns.simulation.state.DatabaseState.PointerState;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueItem;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The pointers of one cluster and the rows beside them, from the bytes that docs/formats describes.
 */
final class PointerModel {
  private static final long EXISTENCE = 0;
  private static final int SHARD_OFFSET = 1;
  private static final int STAMP_OFFSET = 2;

  private final Subspace root;
  private final Map<Long, String> applications;
  private final Map<ZoneKey, PointerState> states;
  private final Map<ZoneKey, Set<Tuple>> nudges = new HashMap<>();
  private final Set<String> ids = new HashSet<>();

  /**
   * @param applications names by their interned ids
   * @param states of all zones, kept up to date
   */
  PointerModel(Subspace root, Map<Long, String> applications, Map<ZoneKey, PointerState> states) {
    this.states = states;
    this.root = root;
    this.applications = applications;
  }

  /** Reads everything but the pointers, which lie in the cluster's own store. */
  void scan(ReadTransaction transaction) {
    Changes unused = new Changes();
    for (long part : new long[] {ClusterLayout.ENTRIES, ClusterLayout.NUDGES}) {
      Subspace space = ClusterLayout.part(root, part);
      for (KeyValue row : Reads.now(transaction.getRange(space.range()).asList())) {
        put(part, space.unpack(row.getKey()), row.getValue(), unused);
      }
    }
  }

  /**
   * Takes a row that was read.
   *
   * @param key behind the part
   * @param value null when the row is not there
   */
  void put(long part, Tuple key, byte @Nullable [] value, Changes changes) {
    if (part == ClusterLayout.NUDGES) {
      nudge(zone(key.getLong(2), key.getString(3), key.getString(4)), key, value != null, changes);
      return;
    }
    ZoneKey zone = zone(key.getLong(0), key.getString(1), key.getString(2));
    PointerState before = state(zone);
    boolean isExistence = key.getLong(3) == EXISTENCE;
    set(
        zone,
        new PointerState(
            isExistence ? shard(value) : before.shard(),
            isExistence ? before.asleep() : asleep(value),
            before.pointer(),
            before.nudges()),
        changes);
  }

  private static Optional<Long> shard(byte @Nullable [] existence) {
    return Optional.ofNullable(existence)
        .map(value -> (long) ByteBuffer.wrap(value).getShort(SHARD_OFFSET));
  }

  private static Optional<Asleep> asleep(byte @Nullable [] asleep) {
    return Optional.ofNullable(asleep)
        .map(value -> new Asleep(ByteBuffer.wrap(value).getLong(STAMP_OFFSET), value[1] != 0));
  }

  private void nudge(ZoneKey zone, Tuple key, boolean exists, Changes changes) {
    Set<Tuple> ofZone = nudges.computeIfAbsent(zone, unused -> new TreeSet<>());
    if (exists ? ofZone.add(key) : ofZone.remove(key)) {
      PointerState before = state(zone);
      List<Instant> vestings =
          ofZone.stream().map(nudge -> Instant.ofEpochMilli(nudge.getLong(1))).toList();
      set(
          zone,
          new PointerState(before.shard(), before.asleep(), before.pointer(), vestings),
          changes);
    }
  }

  /** Whether there is a pointer with that id. */
  boolean contains(String pointerId) {
    return ids.contains(pointerId);
  }

  /** Takes a pointer that was read; null when it is not there. */
  void pointer(String id, @Nullable QueueItem now, Changes changes) {
    if (now == null) {
      ids.remove(id);
    } else {
      ids.add(id);
    }
    ZoneKey zone = zone(id);
    PointerState before = state(zone);
    set(
        zone,
        new PointerState(
            before.shard(), before.asleep(), Optional.ofNullable(now), before.nudges()),
        changes);
  }

  private PointerState state(ZoneKey zone) {
    return states.getOrDefault(zone, PointerState.ABSENT);
  }

  private void set(ZoneKey zone, PointerState now, Changes changes) {
    PointerState before =
        now.equals(PointerState.ABSENT) ? states.remove(zone) : states.put(zone, now);
    if (!now.equals(before)) {
      changes.pointer(zone, Optional.ofNullable(before));
    }
  }

  /** The zone of a pointer's id; the names in a simulation contain nothing that is escaped. */
  private ZoneKey zone(String pointerId) {
    List<String> parts = List.of(pointerId.split("/", -1));
    return zone(Long.parseLong(parts.get(0), Character.MAX_RADIX), parts.get(1), parts.get(2));
  }

  private ZoneKey zone(long applicationId, String user, String zone) {
    String application = applications.get(applicationId);
    if (application == null) {
      throw new InvariantViolation(
          "zone " + zone + " of " + user + " has the unknown application id " + applicationId);
    }
    return new ZoneKey(new TenantId(application, user), zone);
  }
}
