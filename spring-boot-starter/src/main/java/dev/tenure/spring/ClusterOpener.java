package dev.tenure.spring;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;

/**
 * Opens the database behind a cluster URL. Needs no Spring. Whoever opens closes: {@link
 * Database#close()} also ends the threads that an embedded engine was opened with.
 */
public final class ClusterOpener {

  private ClusterOpener() {}

  /** As {@link #open(ClusterUrl)}, from text. */
  public static Database open(String url) {
    return open(ClusterUrl.parse(url));
  }

  /**
   * Opens an engine in this process, or a connection to FoundationDB. Each call for a {@code
   * memory:} URL opens an empty database of its own.
   *
   * @throws ClusterUnavailableException in one sentence: no such file, no native client, a
   *     directory that another process holds or that is damaged. Nothing is left open.
   */
  public static Database open(ClusterUrl url) {
    try {
      if (url instanceof ClusterUrl.Embedded embedded) {
        return EmbeddedDatabase.open(embedded.directory(), EmbeddedEnvironment.realTime());
      }
      if (url instanceof ClusterUrl.FoundationDb foundationDb) {
        return NativeFoundationDb.open(foundationDb.clusterFile());
      }
      return EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
    } catch (RuntimeException e) {
      throw new ClusterUnavailableException(
          "cluster " + url + " cannot be opened: " + e.getMessage(), e);
    }
  }
}
