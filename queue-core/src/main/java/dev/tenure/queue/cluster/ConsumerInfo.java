package dev.tenure.queue.cluster;

import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A consumer process, as it announced itself.
 *
 * @param versions the work types it has handlers for, each with the highest schema version it reads
 */
public record ConsumerInfo(
    String id, Instant startedAt, Instant heartbeat, SortedMap<String, Integer> versions) {

  public ConsumerInfo {
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
  }

  /** All types at schema version 1. */
  public ConsumerInfo(String id, Instant startedAt, Instant heartbeat, Set<String> types) {
    this(id, startedAt, heartbeat, firstVersions(types));
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
