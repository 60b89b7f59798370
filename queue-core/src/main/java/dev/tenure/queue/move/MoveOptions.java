package dev.tenure.queue.move;

import dev.tenure.queue.QueueLimits;
import dev.tenure.record.async.Pace;
import java.time.Duration;

/**
 * How a mover works.
 *
 * @param chunkBytes how many bytes of rows one transaction copies, 1,000 to 5,000,000, default
 *     500,000. A larger chunk copies faster, and its transactions load both clusters for longer
 * @param pace limits the bytes that are copied in a second; default no limit
 * @param pauseMax how long a source may be closed before the mover opens it again and tries later,
 *     1 ms to 1 min, default 2 s; the transaction under way is waited for
 * @param holdFor how long other movers leave a move alone after a sign of life of its mover, 1 s to
 *     1 h, default 30 s
 * @param attemptsMax how often the source is closed in vain before the mover gives up, 1 to 1,000,
 *     default 10
 */
public record MoveOptions(
    int chunkBytes, Pace pace, Duration pauseMax, Duration holdFor, int attemptsMax) {
  public static final int CHUNK_BYTES_MIN = 1_000;
  public static final int CHUNK_BYTES_MAX = 5_000_000;
  public static final Duration PAUSE_MIN = Duration.ofMillis(1);
  public static final Duration PAUSE_MAX = Duration.ofMinutes(1);
  public static final Duration HOLD_MIN = Duration.ofSeconds(1);
  public static final Duration HOLD_MAX = Duration.ofHours(1);
  private static final int ATTEMPTS_MAX = 1_000;

  public MoveOptions {
    QueueLimits.checkBetween("chunkBytes", chunkBytes, CHUNK_BYTES_MIN, CHUNK_BYTES_MAX);
    QueueLimits.checkBetween("pauseMax", pauseMax, PAUSE_MIN, PAUSE_MAX);
    QueueLimits.checkBetween("holdFor", holdFor, HOLD_MIN, HOLD_MAX);
    QueueLimits.checkBetween("attemptsMax", attemptsMax, 1, ATTEMPTS_MAX);
  }

  public static MoveOptions defaults() {
    return new MoveOptions(
        500_000, Pace.unlimited(), Duration.ofSeconds(2), Duration.ofSeconds(30), 10);
  }

  public MoveOptions withChunkBytes(int bytes) {
    return new MoveOptions(bytes, pace, pauseMax, holdFor, attemptsMax);
  }

  public MoveOptions withPace(Pace newPace) {
    return new MoveOptions(chunkBytes, newPace, pauseMax, holdFor, attemptsMax);
  }

  public MoveOptions withPauseMax(Duration newPauseMax) {
    return new MoveOptions(chunkBytes, pace, newPauseMax, holdFor, attemptsMax);
  }

  public MoveOptions withHoldFor(Duration newHoldFor) {
    return new MoveOptions(chunkBytes, pace, pauseMax, newHoldFor, attemptsMax);
  }

  public MoveOptions withAttemptsMax(int attempts) {
    return new MoveOptions(chunkBytes, pace, pauseMax, holdFor, attempts);
  }
}
