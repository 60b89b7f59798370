package dev.tenure.record.database;

import com.apple.foundationdb.subspace.Subspace;
import java.util.Objects;

/**
 * Where a process notes its commits, so that one with unknown result can be looked up.
 *
 * @param subspace shared by all processes of a database, used for nothing else
 * @param process unique among the processes alive
 * @param lanesMax how many laned transactions may be committing at once; more wait
 */
public record CommitMarkerOptions(Subspace subspace, String process, int lanesMax) {
  private static final int LANES_MAX_DEFAULT = 256;

  public CommitMarkerOptions {
    Objects.requireNonNull(subspace, "subspace");
    if (process.isEmpty()) {
      throw new IllegalArgumentException("lanes need the id of a process, got \"\"");
    }
    if (lanesMax < 1) {
      throw new IllegalArgumentException("lanesMax is " + lanesMax + ", the least is 1");
    }
  }

  /** Up to 256 lanes. */
  public static CommitMarkerOptions of(Subspace subspace, String process) {
    return new CommitMarkerOptions(subspace, process, LANES_MAX_DEFAULT);
  }
}
