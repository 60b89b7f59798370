package dev.tenure.queue.external.store;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The external stores that a process has, by name. All processes of a deployment should have the
 * same ones; a consumer without a store leaves its zones to others.
 *
 * @param stores by the names that zones have ({@link ExternalZoneName})
 * @param uniqueFor the time for which a unique record keeps an item's effects on FoundationDB from
 *     being applied again; 0 to 30 days, default 1 day. A longer time keeps more rows. Raise it to
 *     the age of the oldest backup of a store that may be restored. With zero there are no unique
 *     records
 * @param repairedEvery the time between two searches for zones whose items have no pointer; 1 s to
 *     1 day, default 1 min. A shorter time costs more reads of the stores. Items that a producer
 *     left when it died wait this long
 */
public record ExternalStores(
    SortedMap<String, ExternalStore> stores, Duration uniqueFor, Duration repairedEvery) {
  private static final ExternalStores NONE = of(Map.of());

  public ExternalStores {
    stores.keySet().forEach(ExternalZoneName::requireStore);
    stores = Collections.unmodifiableSortedMap(new TreeMap<>(stores));
    QueueLimits.checkBetween("uniqueFor", uniqueFor, Duration.ZERO, QueueLimits.DEDUP_MAX);
    QueueLimits.checkBetween(
        "repairedEvery", repairedEvery, Duration.ofSeconds(1), Duration.ofDays(1));
  }

  public static ExternalStores none() {
    return NONE;
  }

  public static ExternalStores of(Map<String, ExternalStore> stores) {
    return new ExternalStores(new TreeMap<>(stores), Duration.ofDays(1), Duration.ofMinutes(1));
  }

  public ExternalStores withUniqueFor(Duration newUniqueFor) {
    return new ExternalStores(stores, newUniqueFor, repairedEvery);
  }

  public ExternalStores withRepairedEvery(Duration newRepairedEvery) {
    return new ExternalStores(stores, uniqueFor, newRepairedEvery);
  }

  /**
   * @throws QueueException {@code EXTERNAL_STORE_UNKNOWN} when this process has no such store
   */
  public ExternalStore require(String name) {
    ExternalStore store = stores.get(name);
    if (store == null) {
      throw new QueueException(
          QueueException.Code.EXTERNAL_STORE_UNKNOWN,
          "this process has no external store \"" + name + "\", it has " + stores.keySet());
    }
    return store;
  }
}
