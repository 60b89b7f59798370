package dev.tenure.record.database;

import com.apple.foundationdb.subspace.Subspace;
import java.util.Objects;

/**
 * The location of a process's commit markers. A commit marker is a key that a transaction writes
 * with its commit, so that the runner can look up whether a commit with unknown result was applied.
 *
 * @param subspace the keys of the markers; all processes of a database share it, and nothing else
 *     lies in it
 * @param process the name of this process, different from the name of every other live process
 * @param markersMax the most transactions with a marker that may commit at the same time; further
 *     ones wait
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

  /** Options with up to 256 markers. */
  public static CommitMarkerOptions of(Subspace subspace, String process) {
    return new CommitMarkerOptions(subspace, process, MARKERS_MAX_DEFAULT);
  }
}
