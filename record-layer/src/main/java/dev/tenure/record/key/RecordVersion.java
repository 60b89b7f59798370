package dev.tenure.record.key;

import com.apple.foundationdb.tuple.Versionstamp;
import java.util.Objects;

/**
 * The version of a record's last save. Versions are ordered by incarnation and then by
 * versionstamp. This is the order of the commits, even when they were made in different clusters.
 *
 * @param incarnation how many times the store's data had been moved from another cluster before the
 *     save; at least 0
 * @param stamp the versionstamp of the commit, with the record's number within it; incomplete
 *     before the commit
 */
public record RecordVersion(int incarnation, Versionstamp stamp)
    implements Comparable<RecordVersion> {
  public RecordVersion {
    Objects.requireNonNull(stamp, "stamp");
    if (incarnation < 0) {
      throw new IllegalArgumentException("incarnation is " + incarnation + ", the least is 0");
    }
  }

  @Override
  public int compareTo(RecordVersion other) {
    return incarnation == other.incarnation
        ? stamp.compareTo(other.stamp)
        : Integer.compare(incarnation, other.incarnation);
  }
}
