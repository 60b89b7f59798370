package dev.tenure.campaigns.simulation.run;

import com.apple.foundationdb.subspace.Subspace;

/** Where a cluster keeps the rows beside its pointers, as docs/formats.md describes it. */
public final class ClusterLayout {
  /** The part of E and S. */
  public static final long ENTRIES = 3;

  public static final long NUDGES = 4;

  private static final long VERSION = 1;

  private ClusterLayout() {}

  /** The rows of E and S of the cluster with that root. */
  public static Subspace entries(Subspace root) {
    return part(root, ENTRIES);
  }

  /** The nudges of the cluster with that root. */
  public static Subspace nudges(Subspace root) {
    return part(root, NUDGES);
  }

  /**
   * A part of the cluster with that root.
   *
   * @param number of the part, {@link #ENTRIES} or {@link #NUDGES}
   */
  public static Subspace part(Subspace root, long number) {
    return root.get(VERSION).get(number);
  }
}
