package dev.tenure.record;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * How a transaction is opened.
 *
 * @param priority FoundationDB's transaction priority
 * @param durabilityRisky the commit may be acknowledged before it is on disk
 * @param readVersion the version to read at; a retry reads at it again
 * @param staleness how old a read version known from another transaction may be to be used instead
 *     of asking for one; zero asks always, and so does every retry
 * @param causalReadRisky the read version may miss commits acknowledged just before a failure
 */
public record ContextOptions(
    Priority priority,
    boolean durabilityRisky,
    OptionalLong readVersion,
    Duration staleness,
    boolean causalReadRisky) {

  /** How FoundationDB ranks a transaction when it hands out read versions. */
  public enum Priority {
    DEFAULT,
    /** Waits while the cluster is busy. */
    BATCH,
    /** Ahead of all others; for the system itself. */
    IMMEDIATE
  }

  private static final ContextOptions DEFAULTS =
      new ContextOptions(Priority.DEFAULT, false, OptionalLong.empty(), Duration.ZERO, false);

  public ContextOptions {
    Objects.requireNonNull(priority, "priority");
    Objects.requireNonNull(readVersion, "readVersion");
    if (staleness.isNegative()) {
      throw new IllegalArgumentException("staleness is " + staleness + ", the least is zero");
    }
    if (readVersion.isPresent() && readVersion.getAsLong() <= 0) {
      throw new IllegalArgumentException(
          "readVersion is " + readVersion.getAsLong() + ", the least is 1");
    }
    if (readVersion.isPresent() && !staleness.isZero()) {
      throw new IllegalArgumentException(
          "readVersion " + readVersion.getAsLong() + " and staleness " + staleness + ": give one");
    }
  }

  /** Default priority, durable, a fresh read version. */
  public static ContextOptions defaults() {
    return DEFAULTS;
  }

  public ContextOptions withPriority(Priority newPriority) {
    return new ContextOptions(
        newPriority, durabilityRisky, readVersion, staleness, causalReadRisky);
  }

  public ContextOptions withDurabilityRisky(boolean newDurabilityRisky) {
    return new ContextOptions(
        priority, newDurabilityRisky, readVersion, staleness, causalReadRisky);
  }

  /** Reads at a version; takes staleness back to zero. */
  public ContextOptions withReadVersion(long version) {
    return new ContextOptions(
        priority, durabilityRisky, OptionalLong.of(version), Duration.ZERO, causalReadRisky);
  }

  /** Accepts a known read version up to this old; takes an explicit read version back. */
  public ContextOptions withStaleness(Duration newStaleness) {
    return new ContextOptions(
        priority, durabilityRisky, OptionalLong.empty(), newStaleness, causalReadRisky);
  }

  public ContextOptions withCausalReadRisky(boolean newCausalReadRisky) {
    return new ContextOptions(
        priority, durabilityRisky, readVersion, staleness, newCausalReadRisky);
  }
}
