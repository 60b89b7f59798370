package dev.tenure.record.key;

import com.apple.foundationdb.tuple.Versionstamp;
import java.util.Objects;

/**
 * When a record was last saved. Ordered by incarnation, then by stamp: the order of commits,
 * whichever clusters they were made in.
 *
 * @param incarnation how often the store's data had come from another cluster by then; at least 0
 * @param stamp of the commit, and the place within it; incomplete before it
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
