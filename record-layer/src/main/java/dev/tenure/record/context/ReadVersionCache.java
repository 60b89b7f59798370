package dev.tenure.record.context;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The newest version known of a database and a time at which it was current, so that a reader who
 * accepts old data need not ask for one. It never goes back: who learned of a commit here sees it.
 * Safe for use by many threads.
 */
final class ReadVersionCache {
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

  private record Known(long version, Instant currentAt) {}

  /**
   * Notes a version.
   *
   * @param currentAt when it was asked for: it was no older than that
   */
  void learn(long version, Instant currentAt) {
    Known learned = new Known(version, currentAt);
    known.accumulateAndGet(learned, (current, given) -> newest(current, learned));
  }

  /** A version is as current as every smaller one. */
  private static Known newest(@Nullable Known current, Known learned) {
    if (current == null) {
      return learned;
    }
    boolean newer = learned.version() >= current.version();
    Instant learnedAt = learned.currentAt();
    Instant currentAt = learnedAt.isAfter(current.currentAt()) ? learnedAt : current.currentAt();
    return newer ? new Known(learned.version(), currentAt) : current;
  }

  /** Drops a version and all older ones, because the database no longer reads at it. */
  void expire(long version) {
    known.updateAndGet(
        current ->
            current == null || current.version() > version
                ? current
                : new Known(current.version(), Instant.MIN));
  }

  /** A version from a least one on that was current at most this long ago, when one is known. */
  OptionalLong find(Instant now, Duration staleness, long versionMin) {
    Known current = known.get();
    if (current == null
        || current.version() < versionMin
        || current.currentAt().plus(staleness).isBefore(now)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(current.version());
  }
}
