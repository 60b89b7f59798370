package dev.tenure.campaigns.simulation.state;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.queue.proto.QueueBody;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.proto.VisitLease;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The leases of visits in one store, as docs/formats/queue.md describes their rows. */
final class VisitLeaseModel {
  private static final String MARK = "\u0001";
  private static final String FIRST = "";

  /** The parts by the zone and the hexadecimal id of their lease. */
  private final Map<Place, Map<String, VisitLease>> leases = new TreeMap<>();

  /** The lease of a visit. */
  record Place(String zone, String lease) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int zones = zone.compareTo(other.zone);
      return zones == 0 ? lease.compareTo(other.lease) : zones;
    }
  }

  /** Whether a body is part of a lease. */
  static boolean isPart(String bodyId) {
    return bodyId.startsWith(MARK);
  }

  /**
   * Takes a part that was read; null when it is not there.
   *
   * @return the items whose lease may have changed
   */
  Set<String> put(String zone, String bodyId, @Nullable QueueBody body) {
    int end = bodyId.indexOf('/');
    Place place = new Place(zone, bodyId.substring(MARK.length(), end));
    String part = bodyId.substring(end + 1);
    Set<String> named = new TreeSet<>(items(place));
    Map<String, VisitLease> parts = leases.computeIfAbsent(place, unused -> new TreeMap<>());
    if (body == null) {
      parts.remove(part);
    } else {
      parts.put(part, parse(body));
    }
    if (parts.isEmpty()) {
      leases.remove(place);
    }
    named.addAll(items(place));
    return named;
  }

  private static VisitLease parse(QueueBody body) {
    try {
      return VisitLease.parseFrom(body.getBody().getPayload());
    } catch (InvalidProtocolBufferException e) {
      throw new InvariantViolation(body.getId() + " is no part of a lease: " + e.getMessage());
    }
  }

  private List<String> items(Place place) {
    VisitLease first = leases.getOrDefault(place, Map.of()).get(FIRST);
    return first == null ? List.of() : first.getItemsList();
  }

  /** The items that a lease holds; none while its first part was not read. */
  private Set<String> held(Place place) {
    List<String> items = items(place);
    Set<String> held = new TreeSet<>(items);
    if (held.isEmpty()) {
      return held;
    }
    leases
        .getOrDefault(place, Map.of())
        .values()
        .forEach(part -> part.getLeftList().forEach(left -> held.remove(items.get(left))));
    return held;
  }

  /** The item with the lease that a visit has granted on it, if any. */
  QueueItem withLease(QueueItem item) {
    return holding(item.getZone(), item.getId()).stream()
        .findFirst()
        .map(place -> withLease(item, place))
        .orElse(item);
  }

  private QueueItem withLease(QueueItem item, Place place) {
    VisitLease lease =
        Objects.requireNonNull(leases.getOrDefault(place, Map.of()).get(FIRST), "first part");
    return item.toBuilder()
        .setVestingMillis(lease.getUntilMillis())
        .setLeaseId(ByteString.copyFrom(HexFormat.of().parseHex(place.lease())))
        .setLeaseVersion(lease.getLeaseVersion())
        .setLeaseMillis(lease.getLeaseMillis())
        .setLeaseCount(item.getLeaseCount() + 1)
        .setLeasedBy(lease.getLeasedBy())
        .build();
  }

  private List<Place> holding(String zone, String item) {
    return leases.keySet().stream()
        .filter(place -> place.zone().equals(zone) && held(place).contains(item))
        .toList();
  }

  /**
   * The first rule of docs/lease-rows.md that is broken.
   *
   * @param records the items of the store without leases of visits
   */
  Optional<String> broken(Map<ItemKey, QueueItem> records) {
    Map<String, Place> holders = new TreeMap<>();
    for (Map.Entry<Place, Map<String, VisitLease>> lease : leases.entrySet()) {
      Place place = lease.getKey();
      if (!lease.getValue().containsKey(FIRST)) {
        return Optional.of(place + " has no first part: " + lease.getValue());
      }
      for (String item : held(place)) {
        Place other = holders.put(place.zone() + '\n' + item, place);
        if (other != null) {
          return Optional.of(item + " is held by " + place + " and by " + other);
        }
      }
    }
    for (Map.Entry<ItemKey, QueueItem> record : records.entrySet()) {
      String held = record.getKey().zone() + '\n' + record.getKey().id();
      Place place = holders.remove(held);
      if (place != null && !record.getValue().getLeaseId().isEmpty()) {
        return Optional.of(record.getKey() + " has a lease, and is held by " + place);
      }
    }
    return holders.entrySet().stream()
        .findFirst()
        .map(held -> held.getKey() + " does not exist, and is held by " + held.getValue());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VisitLeaseModel that && leases.equals(that.leases);
  }

  @Override
  public int hashCode() {
    return leases.hashCode();
  }

  @Override
  public String toString() {
    return leases.toString();
  }
}
