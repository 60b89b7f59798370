package dev.tenure.queue.zone;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;

/**
 * What an operator sets for one zone.
 *
 * @param paused nothing is taken from it until resumed
 * @param dedupFor how long the given id of an item that is completed, cancelled or removed is
 *     remembered, so that the same id enqueued again adds nothing; zero (not at all) to 30 days, in
 *     whole milliseconds, by time and by version. Holds for items whose enqueue's transaction
 *     begins after the change was acknowledged
 */
public record ZoneSettings(boolean paused, Duration dedupFor) {

  public ZoneSettings {
    QueueLimits.checkBetween("dedupFor", dedupFor, Duration.ZERO, QueueLimits.DEDUP_MAX);
    dedupFor = Duration.ofMillis(dedupFor.toMillis());
  }

  /** Paused or not, everything else by default. */
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
