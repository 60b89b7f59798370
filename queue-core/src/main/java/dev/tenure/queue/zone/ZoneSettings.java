package dev.tenure.queue.zone;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;

/**
 * The settings of one zone, which operators change.
 *
 * @param paused whether no item is leased until the zone is resumed; default false
 * @param dedupFor the time for which the zone remembers the given id of an item that was completed,
 *     cancelled or removed. An enqueue with a remembered id changes nothing. 0 to 30 days in whole
 *     milliseconds, default 0. A longer time keeps more tombstones. Set it to the longest time
 *     after which a producer may send the same id again. A change applies to items that are
 *     enqueued by transactions which begin after the change was acknowledged
 */
public record ZoneSettings(boolean paused, Duration dedupFor) {

  public ZoneSettings {
    QueueLimits.checkBetween("dedupFor", dedupFor, Duration.ZERO, QueueLimits.DEDUP_MAX);
    dedupFor = Duration.ofMillis(dedupFor.toMillis());
  }

  /** The default settings except for {@code paused}. */
  public ZoneSettings(boolean paused) {
    this(paused, Duration.ZERO);
  }

  public static ZoneSettings defaults() {
    return new ZoneSettings(false);
  }

  public ZoneSettings withPaused(boolean newPaused) {
    return new ZoneSettings(newPaused, dedupFor);
  }

  public ZoneSettings withDedupFor(Duration newDedupFor) {
    return new ZoneSettings(paused, newDedupFor);
  }
}
