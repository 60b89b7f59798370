package dev.tenure.campaigns.history;

import java.nio.ByteBuffer;
import java.util.Comparator;

/**
 * A place in the order of all commits.
 *
 * @param batch the place among commits of the same version
 */
record Stamp(long version, int batch) implements Comparable<Stamp> {
  static final int BYTES = 10;
  private static final int BATCH_END = 1 << 16;
  private static final Comparator<Stamp> ORDER =
      Comparator.comparingLong(Stamp::version).thenComparingInt(Stamp::batch);

  /**
   * The place after all commits of the version.
   */
  static Stamp endOf(long version) {
    return new Stamp(version, BATCH_END);
  }

  /**
   * The place that a versionstamp tells.
   */
  static Stamp of(byte[] versionstamp) {
    ByteBuffer bytes = ByteBuffer.wrap(versionstamp);
    return new Stamp(bytes.getLong(), bytes.getShort() & 0xffff);
  }

  /**
   * The ten bytes that the database puts in place of an incomplete versionstamp.
   */
  byte[] bytes() {
    return ByteBuffer.allocate(BYTES).putLong(version).putShort((short) batch).array();
  }

  @Override
  public int compareTo(Stamp other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return version + "." + batch;
  }
}
