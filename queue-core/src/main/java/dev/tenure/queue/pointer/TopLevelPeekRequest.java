package dev.tenure.queue.pointer;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.time.Instant;

/**
 * How to look at the vested entries of a shard.
 *
 * @param from entries that vested before are passed over: a low-water mark, so that a peek need not
 *     wade through what was removed; {@link Instant#MIN} reads from the true front
 * @param max 1 to 20,000 of each kind
 * @param staleness how old the read version may be; zero asks for a fresh one
 * @param ahead whether to find out as well when the next entry vests
 */
public record TopLevelPeekRequest(Instant from, int max, Duration staleness, boolean ahead) {
  public TopLevelPeekRequest {
    QueueLimits.checkBetween("peek max", max, 1, QueueLimits.PEEK_ITEMS_MAX);
  }

  /** From the true front, looking ahead. */
  public static TopLevelPeekRequest of(int max, Duration staleness) {
    return new TopLevelPeekRequest(Instant.MIN, max, staleness, true);
  }
}
