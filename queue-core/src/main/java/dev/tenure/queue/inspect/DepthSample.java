package dev.tenure.queue.inspect;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The numbers of items, by work type, in the zones whose pointers vest first.
 *
 * @param byType the depths by the name of the type; types without items are left out
 * @param zones the number of zones that were read
 * @param unreadable the number of zones that could not be read
 * @param pointers the number of zones of the cluster with a pointer, which may hold items
 */
public record DepthSample(Map<String, TypeDepth> byType, int zones, int unreadable, long pointers) {

  public DepthSample {
    byType = Collections.unmodifiableMap(new TreeMap<>(byType));
  }

  /**
   * The items of one type.
   *
   * @param items the number of items in the zones, including leased and unvested items
   * @param oldestVested the earliest vesting time among the first 100 vested items of each zone
   *     that is not paused; empty when no item has vested
   */
  public record TypeDepth(long items, Optional<Instant> oldestVested) {}

  /** Whether all zones with a pointer were read, so that the counts are those of the cluster. */
  public boolean complete() {
    return zones >= pointers;
  }
}
