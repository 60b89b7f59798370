package dev.tenure.queue.cluster;

import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * A consumer process, as it announced itself.
 *
 * @param types the work types it has handlers for
 * @param saturatedTypes those of which it had as many running as it may, when it said so
 */
public record ConsumerInfo(
    String id,
    Instant startedAt,
    Instant heartbeat,
    Set<String> types,
    Set<String> saturatedTypes) {

  public ConsumerInfo {
    types = Collections.unmodifiableSortedSet(new TreeSet<>(types));
    saturatedTypes = Collections.unmodifiableSortedSet(new TreeSet<>(saturatedTypes));
  }

  /** A consumer that could run more of every type. */
  public ConsumerInfo(String id, Instant startedAt, Instant heartbeat, Set<String> types) {
    this(id, startedAt, heartbeat, types, Set.of());
  }
}
