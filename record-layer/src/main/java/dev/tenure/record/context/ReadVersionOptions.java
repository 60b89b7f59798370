package dev.tenure.record.context;

import com.apple.foundationdb.TransactionOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The options for the read version of a transaction.
 *
 * @param readVersion the version to read at; empty to request one
 * @param staleness the largest age of a known version that may be used
 * @param versionMin the least known version that may be used
 * @param causalReadRisky whether the cluster may give a version without confirming that it is still
 *     in charge
 */
record ReadVersionOptions(
    OptionalLong readVersion, Duration staleness, long versionMin, boolean causalReadRisky) {
  static final Duration STALENESS_MAX = Duration.ofDays(1);

  static final ReadVersionOptions DEFAULTS =
      new ReadVersionOptions(OptionalLong.empty(), Duration.ZERO, 0, false);

  ReadVersionOptions {
    Objects.requireNonNull(readVersion, "readVersion");
    if (staleness.isNegative() || staleness.compareTo(STALENESS_MAX) > 0) {
      throw new IllegalArgumentException(
          "staleness is " + staleness + ", expected zero to " + STALENESS_MAX);
    }
    if (versionMin < 0) {
      throw new IllegalArgumentException("versionMin is " + versionMin + ", the least is 0");
    }
    if (readVersion.isPresent() && readVersion.getAsLong() <= 0) {
      throw new IllegalArgumentException(
          "readVersion is " + readVersion.getAsLong() + ", the least is 1");
    }
  }

  /** Sets the read version, and resets staleness and minimum version. */
  ReadVersionOptions withReadVersion(long version) {
    return new ReadVersionOptions(OptionalLong.of(version), Duration.ZERO, 0, causalReadRisky);
  }

  /** Sets the staleness, and resets the read version. */
  ReadVersionOptions withStaleness(Duration newStaleness) {
    return new ReadVersionOptions(OptionalLong.empty(), newStaleness, versionMin, causalReadRisky);
  }

  /** Sets the minimum version, and resets the read version. */
  ReadVersionOptions withVersionMin(long newVersionMin) {
    return new ReadVersionOptions(OptionalLong.empty(), staleness, newVersionMin, causalReadRisky);
  }

  ReadVersionOptions withCausalReadRisky(boolean risky) {
    return new ReadVersionOptions(readVersion, staleness, versionMin, risky);
  }

  void apply(TransactionOptions settings) {
    if (causalReadRisky) {
      settings.setCausalReadRisky();
    }
  }
}
