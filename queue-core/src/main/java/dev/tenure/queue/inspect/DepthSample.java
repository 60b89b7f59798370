package dev.tenure.queue.inspect;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How many items of each work type the zones hold whose pointers vest first.
 *
 * @param byType by the name of the type; types without items are left out
 * @param zones how many zones were read
 * @param unreadable how many zones could not be read
 * @param pointers how many zones of the cluster have a pointer, and so may hold items
 */
public record DepthSample(Map<String, TypeDepth> byType, int zones, int unreadable, long pointers) {

  public DepthSample {
    byType = Collections.unmodifiableMap(new TreeMap<>(byType));
  }

  /**
   * The items of one type.
   *
   * @param items how many items the zones hold, including leased and unvested items
   * @param oldestVested the earliest vesting time among the first 100 vested items of each zone
   *     that is not paused; empty when no item has vested
   */
  public record TypeDepth(long items, Optional<Instant> oldestVested) {}

  /** Whether all zones with a pointer were read, so that the counts are those of the cluster. */
  public boolean complete() {
    return zones >= pointers;
  }
}
