package dev.tenure.record.context;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The newest known version of a database, with a time at which it was current. A reader that
 * accepts old data need not request a version. The cached version never goes back, so a reader sees
 * every commit whose version was noted here. Safe for use by many threads.
 */
final class ReadVersionCache {
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

  private record Known(long version, Instant currentAt) {}

  /**
   * Notes a version.
   *
   * @param currentAt when the version was requested; the version was current then or later
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

  /**
   * The known version, if it was current at most {@code staleness} ago and is at least {@code
   * versionMin}; otherwise empty.
   */
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
