package dev.tenure.queue.external.store;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a zone holds.
 *
 * @param zone its name in the store
 * @param itemsByType the number of items of each type, including leased ones
 */
public record ZoneCounts(String zone, Map<String, Long> itemsByType, long deadLetters) {
  public ZoneCounts {
    itemsByType = Collections.unmodifiableMap(new TreeMap<>(itemsByType));
  }
}
