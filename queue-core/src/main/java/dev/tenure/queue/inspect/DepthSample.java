package dev.tenure.queue.inspect;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What zones of a cluster hold, by work type: of those whose pointers vest first, up to a bound.
 *
 * @param byType by name; types without items are left out
 * @param zones zones looked into
 * @param unreadable zones that could not be looked into
 * @param pointers zones that have a pointer, and so may hold items
 */
public record DepthSample(Map<String, TypeDepth> byType, int zones, int unreadable, long pointers) {

  public DepthSample {
    byType = Collections.unmodifiableMap(new TreeMap<>(byType));
  }

  /**
   * One type's part.
   *
   * @param items in the zones looked into, leased and unvested ones included
   * @param oldestVested the earliest vesting time among the first 100 vested items of each zone,
   *     paused zones left out; empty when none has vested
   */
  public record TypeDepth(long items, Optional<Instant> oldestVested) {}

  /** Whether every zone that may hold items was looked into, so that the numbers are the sums. */
  public boolean complete() {
    return zones >= pointers;
  }
}
