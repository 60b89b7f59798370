package dev.tenure.record.build;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The progress of a build, over all builders.
 *
 * @param done the number of records scanned since the build began
 * @param total the approximate number of all records, at least {@code done}; empty when neither a
 *     count index nor an estimate gives it
 * @param perSecond the recent rate, in records a second; 0 when nothing was scanned recently, or it
 *     is too early to tell
 */
public record BuildProgress(long done, OptionalLong total, double perSecond) {
  private static final Duration LONGEST = Duration.ofDays(3_650);

  public BuildProgress {
    Objects.requireNonNull(total, "total");
    if (done < 0 || !(perSecond >= 0)) {
      throw new IllegalArgumentException(
          "progress is " + done + " records, " + perSecond + " a second: neither may be negative");
    }
    long scanned = done;
    total = total.isEmpty() ? total : OptionalLong.of(Math.max(scanned, total.getAsLong()));
  }

  /** The fraction of all records that is done, 0 to 1; empty when the total is not known. */
  public OptionalDouble share() {
    if (total.isEmpty()) {
      return OptionalDouble.empty();
    }
    long all = total.getAsLong();
    return OptionalDouble.of(all == 0 ? 1 : (double) done / all);
  }

  /**
   * The time that the rest takes at the recent rate; empty when the total or the rate is not known.
   */
  public Optional<Duration> timeLeft() {
    if (total.isEmpty() || perSecond == 0) {
      return Optional.empty();
    }
    double seconds = (total.getAsLong() - done) / perSecond;
    return Optional.of(
        seconds >= LONGEST.toSeconds() ? LONGEST : Duration.ofMillis((long) (seconds * 1_000)));
  }

  /**
   * Estimates the number of records from their bytes.
   *
   * @param bytesAll bytes of all records, as the database estimates them
   * @param records the number of records that were looked at
   * @param bytes the bytes of these records
   * @return empty when no record was looked at, or the database has no estimate
   */
  static OptionalLong totalByBytes(long bytesAll, long records, long bytes) {
    if (bytesAll <= 0 || records <= 0 || bytes <= 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Math.round((double) bytesAll / bytes * records));
  }
}
