package dev.tenure.queue.directory;

import java.util.List;

/**
 * The progress of the adoption of a directory.
 *
 * @param active whether every tenant has an entry; if not, the directory is being filled
 * @param clusters the clusters whose fill has begun
 */
public record AdoptionProgress(boolean active, List<Cluster> clusters) {
  public AdoptionProgress {
    clusters = List.copyOf(clusters);
  }

  /**
   * The fill of one cluster.
   *
   * @param walked the number of the cluster's tenants that were looked at
   * @param added the number of these tenants that had no entry before
   */
  public record Cluster(String name, boolean done, long walked, long added) {}
}
