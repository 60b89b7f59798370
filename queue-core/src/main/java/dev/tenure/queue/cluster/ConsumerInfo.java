package dev.tenure.queue.cluster;

import dev.tenure.queue.pointer.ClockReading;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A consumer process, as it announced itself.
 *
 * @param heartbeat when it was last heard of, by the clock of the process that asks
 * @param versions the work types it has handlers for, each with the highest schema version it reads
 * @param saturatedTypes those of which it had as many running as it may, when it said so
 * @param unreadApplications those of which it could not open a store lately
 * @param clock what its own clock showed, uncorrected; empty when it was not told
 */
public record ConsumerInfo(
    String id,
    Instant startedAt,
    Instant heartbeat,
    SortedMap<String, Integer> versions,
    Set<String> saturatedTypes,
    Set<String> unreadApplications,
    Optional<ClockReading> clock) {
  public ConsumerInfo {
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
    saturatedTypes = Collections.unmodifiableSortedSet(new TreeSet<>(saturatedTypes));
    unreadApplications = Collections.unmodifiableSortedSet(new TreeSet<>(unreadApplications));
  }

  /** A consumer that could open all stores. */
  public ConsumerInfo(
      String id,
      Instant startedAt,
      Instant heartbeat,
      SortedMap<String, Integer> versions,
      Set<String> saturatedTypes) {
    this(id, startedAt, heartbeat, versions, saturatedTypes, Set.of(), Optional.empty());
  }

  /** A consumer that could run more of every type. */
  public ConsumerInfo(
      String id, Instant startedAt, Instant heartbeat, SortedMap<String, Integer> versions) {
    this(id, startedAt, heartbeat, versions, Set.of());
  }

  /** All types at schema version 1, some of them saturated. */
  public ConsumerInfo(
      String id,
      Instant startedAt,
      Instant heartbeat,
      Set<String> types,
      Set<String> saturatedTypes) {
    this(id, startedAt, heartbeat, firstVersions(types), saturatedTypes);
  }

  /** All types at schema version 1, and more of every type could be run. */
  public ConsumerInfo(String id, Instant startedAt, Instant heartbeat, Set<String> types) {
    this(id, startedAt, heartbeat, firstVersions(types), Set.of());
  }

  /** As announced, but for stores of these applications. */
  public ConsumerInfo withUnreadApplications(Set<String> applications) {
    return new ConsumerInfo(
        id, startedAt, heartbeat, versions, saturatedTypes, applications, clock);
  }

  ConsumerInfo withClock(Optional<ClockReading> reading) {
    return new ConsumerInfo(
        id, startedAt, heartbeat, versions, saturatedTypes, unreadApplications, reading);
  }

  private static SortedMap<String, Integer> firstVersions(Set<String> types) {
    TreeMap<String, Integer> versions = new TreeMap<>();
    types.forEach(type -> versions.put(type, 1));
    return versions;
  }

  /** The names of the types, in order. */
  public Set<String> types() {
    return versions.keySet();
  }

  /** Whether it runs items of the type at that schema version. */
  public boolean knows(String type, int schemaVersion) {
    return versions.getOrDefault(type, 0) >= schemaVersion;
  }
}
