package dev.tenure.queue.pointer;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.time.Instant;

/**
 * The parameters of a read of a shard's vested entries.
 *
 * @param from skips entries that vested before this time, so that the peek does not read the
 *     deleted keys before it; {@link Instant#MIN} reads from the front
 * @param max the most entries of each kind, 1 to 20,000
 * @param staleness the largest age of the read version; zero for a fresh one
 * @param ahead whether to read also the time at which the next entry vests
 */
public record TopLevelPeekRequest(Instant from, int max, Duration staleness, boolean ahead) {
  public TopLevelPeekRequest {
    QueueLimits.checkBetween("peek max", max, 1, QueueLimits.PEEK_ITEMS_MAX);
  }

  /** A request that reads from the front and looks ahead. */
  public static TopLevelPeekRequest of(int max, Duration staleness) {
    return new TopLevelPeekRequest(Instant.MIN, max, staleness, true);
  }
}
