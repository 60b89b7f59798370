package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.run.ClusterLayout;
import dev.tenure.campaigns.simulation.state.DatabaseState.Asleep;
import dev.tenure.campaigns.simulation.state.DatabaseState.PointerState;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.context.RecordContext;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rows beside the pointers of one cluster, from the bytes that docs/formats describes. */
final class PointerModel {
  private static final long EXISTENCE = 0;
  private static final int STAMP_OFFSET = 2;

  private final Subspace root;
  private final Map<Long, String> applications;
  private final Map<ZoneKey, Long> exists = new TreeMap<>();
  private final Map<ZoneKey, Asleep> asleep = new TreeMap<>();
  private final Map<ZoneKey, Set<Tuple>> nudges = new TreeMap<>();

  /**
   * @param applications names by their interned ids
   */
  PointerModel(Subspace root, Map<Long, String> applications) {
    this.root = root;
    this.applications = applications;
  }

  void readAll(RecordContext context) {
    exists.clear();
    asleep.clear();
    nudges.clear();
    for (long part : new long[] {ClusterLayout.ENTRIES, ClusterLayout.NUDGES}) {
      Subspace space = ClusterLayout.part(root, part);
      for (KeyValue row :
          Reads.now(context.transaction().snapshot().getRange(space.range()).asList())) {
        put(part, space.unpack(row.getKey()), Optional.of(row.getValue()));
      }
    }
  }

  /**
   * A row was read.
   *
   * @param key behind the part
   * @param value empty when the row is not there
   */
  void put(long part, Tuple key, Optional<byte[]> value) {
    if (part == ClusterLayout.NUDGES) {
      ZoneKey zone = zone(key.getLong(2), key.getString(3), key.getString(4));
      Set<Tuple> ofZone = nudges.computeIfAbsent(zone, unused -> new TreeSet<>());
      value.ifPresentOrElse(present -> ofZone.add(key), () -> ofZone.remove(key));
      nudges.values().removeIf(Set::isEmpty);
      return;
    }
    ZoneKey zone = zone(key.getLong(0), key.getString(1), key.getString(2));
    if (key.getLong(3) == EXISTENCE) {
      value.ifPresentOrElse(
          present -> exists.put(zone, (long) ByteBuffer.wrap(present).getShort(1)),
          () -> exists.remove(zone));
    } else {
      value.ifPresentOrElse(
          present ->
              asleep.put(
                  zone,
                  new Asleep(ByteBuffer.wrap(present).getLong(STAMP_OFFSET), present[1] != 0)),
          () -> asleep.remove(zone));
    }
  }

  /**
   * All of it by zone.
   *
   * @param pointers by id
   */
  Map<ZoneKey, PointerState> with(Map<String, QueueItem> pointers) {
    Map<ZoneKey, QueueItem> byZone = new TreeMap<>();
    pointers.forEach((id, pointer) -> byZone.put(zone(id), pointer));
    Set<ZoneKey> zones = new TreeSet<>(exists.keySet());
    zones.addAll(asleep.keySet());
    zones.addAll(byZone.keySet());
    zones.addAll(nudges.keySet());
    Map<ZoneKey, PointerState> states = new TreeMap<>();
    for (ZoneKey zone : zones) {
      List<Instant> vestings =
          nudges.getOrDefault(zone, Set.of()).stream()
              .map(key -> Instant.ofEpochMilli(key.getLong(1)))
              .toList();
      states.put(
          zone,
          new PointerState(
              Optional.ofNullable(exists.get(zone)),
              Optional.ofNullable(asleep.get(zone)),
              Optional.ofNullable(byZone.get(zone)),
              vestings));
    }
    return states;
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
