package dev.tenure.testkit.simulation;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.RecordContext;
import dev.tenure.record.store.RecordStore;
import dev.tenure.testkit.simulation.DatabaseState.PointerState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Puts together what a cluster holds for each zone, from the bytes that docs/formats describes. */
final class PointerReader {
  private static final String POINTER_TYPE = "tenure.pointer";
  private static final long LAYOUT = 1;
  private static final long ENTRIES = 3;
  private static final long NUDGES = 4;
  private static final long EXISTENCE = 0;

  private final Subspace root;
  private final Map<Long, String> applications;
  private final Set<ZoneKey> exists = new TreeSet<>();
  private final Set<ZoneKey> asleep = new TreeSet<>();
  private final Map<ZoneKey, QueueItem> pointers = new TreeMap<>();
  private final Map<ZoneKey, List<Instant>> nudges = new TreeMap<>();

  /**
   * @param applications names by their interned ids
   */
  PointerReader(Subspace root, Map<Long, String> applications) {
    this.root = root;
    this.applications = applications;
  }

  Map<ZoneKey, PointerState> read(RecordContext context, RecordStore clusterStore) {
    for (Tuple key : keys(context, ENTRIES)) {
      ZoneKey zone = zone(key.getLong(0), key.getString(1), key.getString(2));
      (key.getLong(3) == EXISTENCE ? exists : asleep).add(zone);
    }
    for (Tuple key : keys(context, NUDGES)) {
      ZoneKey zone = zone(key.getLong(2), key.getString(3), key.getString(4));
      nudges
          .computeIfAbsent(zone, unused -> new ArrayList<>())
          .add(Instant.ofEpochMilli(key.getLong(1)));
    }
    for (QueueItem item : Reads.records(clusterStore, QueueItem.class)) {
      if (item.getType().equals(POINTER_TYPE)) {
        pointers.put(zone(item.getId()), item);
      }
    }
    return collect();
  }

  private Map<ZoneKey, PointerState> collect() {
    Set<ZoneKey> zones = new TreeSet<>(exists);
    zones.addAll(asleep);
    zones.addAll(pointers.keySet());
    zones.addAll(nudges.keySet());
    Map<ZoneKey, PointerState> states = new TreeMap<>();
    for (ZoneKey zone : zones) {
      states.put(
          zone,
          new PointerState(
              exists.contains(zone),
              asleep.contains(zone),
              Optional.ofNullable(pointers.get(zone)),
              nudges.getOrDefault(zone, List.of())));
    }
    return states;
  }

  private List<Tuple> keys(RecordContext context, long part) {
    Subspace space = root.get(LAYOUT).get(part);
    List<Tuple> keys = new ArrayList<>();
    for (KeyValue row :
        Reads.now(context.transaction().snapshot().getRange(space.range()).asList())) {
      keys.add(space.unpack(row.getKey()));
    }
    return keys;
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
