package dev.tenure.examples.clusters;

import dev.tenure.examples.directory.AdminException;
import java.util.List;

/** Where the stored list of clusters is read and changed. */
interface ClusterLists extends AutoCloseable {

  /**
   * The stored list.
   *
   * @param version the version that the next change follows; 0 while no list is stored
   * @param clusters the names of the clusters, sorted
   * @param changingTo the clusters after a change that has not ended; otherwise empty
   * @param directory the clusters with the shards of the tenant directory
   */
  record Listed(
      long version, List<String> clusters, List<String> changingTo, List<String> directory) {

    @Override
    public String toString() {
      return version == 0
          ? "no cluster has stored a list; the first process that starts stores it"
          : "version "
              + version
              + ": "
              + String.join(", ", clusters)
              + told("; tenant directory on ", directory)
              + told("; a change has not ended, to ", changingTo);
    }

    private static String told(String what, List<String> names) {
      return names.isEmpty() ? "" : what + String.join(", ", names);
    }
  }

  Listed read() throws AdminException;

  /** Changes the list, or goes on with the same change, and returns the new one. */
  Listed change(long version, List<String> clusters) throws AdminException;

  @Override
  void close();
}
