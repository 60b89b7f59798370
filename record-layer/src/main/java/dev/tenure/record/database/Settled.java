package dev.tenure.record.database;

/** The outcome of a commit with unknown result. */
final class Settled {
  static final Settled NOT_APPLIED = new Settled(0, new byte[0]);

  private final long version;
  private final byte[] stamp;

  /**
   * An applied commit.
   *
   * @param version the version of the commit, or one shortly after it
   * @param stamp the versionstamp of the commit; empty when its transaction did not ask for it
   */
  Settled(long version, byte[] stamp) {
    this.version = version;
    this.stamp = stamp;
  }

  boolean isApplied() {
    return version > 0;
  }

  long version() {
    return version;
  }

  byte[] stamp() {
    return stamp;
  }
}
