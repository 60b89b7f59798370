package dev.tenure.queue.directory;

import java.util.List;

/**
 * How far a deployment has adopted the directory.
 *
 * @param active whether every tenant has an entry; otherwise the directory is being filled
 * @param clusters the clusters that the fill has begun with
 */
public record AdoptionProgress(boolean active, List<Cluster> clusters) {
  public AdoptionProgress {
    clusters = List.copyOf(clusters);
  }

  /**
   * The fill of one cluster.
   *
   * @param walked how many of its tenants were looked at
   * @param added how many of them had no entry before
   */
  public record Cluster(String name, boolean done, long walked, long added) {}
}
