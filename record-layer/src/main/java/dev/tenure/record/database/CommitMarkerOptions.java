package dev.tenure.record.database;

import com.apple.foundationdb.subspace.Subspace;
import java.util.Objects;

/**
 * Where a process notes its commits, so that one with unknown result can be looked up.
 *
 * @param subspace shared by all processes of a database, used for nothing else
 * @param process unique among the processes alive
 * @param markersMax how many transactions with a marker may be committing at once; more wait
 */
public record CommitMarkerOptions(Subspace subspace, String process, int markersMax) {
  private static final int MARKERS_MAX_DEFAULT = 256;

  public CommitMarkerOptions {
    Objects.requireNonNull(subspace, "subspace");
    if (process.isEmpty()) {
      throw new IllegalArgumentException("commit markers need the id of a process, got \"\"");
    }
    if (markersMax < 1) {
      throw new IllegalArgumentException("markersMax is " + markersMax + ", the least is 1");
    }
  }

  /** Up to 256 markers. */
  public static CommitMarkerOptions of(Subspace subspace, String process) {
    return new CommitMarkerOptions(subspace, process, MARKERS_MAX_DEFAULT);
  }
}
