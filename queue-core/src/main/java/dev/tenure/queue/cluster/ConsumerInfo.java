package dev.tenure.queue.cluster;

import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * A consumer process, as it announced itself.
 *
 * @param types the work types it has handlers for
 */
public record ConsumerInfo(String id, Instant startedAt, Instant heartbeat, Set<String> types) {

  public ConsumerInfo {
    types = Collections.unmodifiableSortedSet(new TreeSet<>(types));
  }
}
