package dev.tenure.spring.cluster;

import com.apple.foundationdb.Database;
import dev.tenure.spring.ClusterUrl;
import java.util.concurrent.Executor;

/**
 * Opens the database behind a cluster URL, as {@link ClusterOpener#open(ClusterUrl, Executor)}
 * does. A bean of this type replaces it, for instance to set options of FoundationDB's client.
 */
@FunctionalInterface
public interface DatabaseOpener {

  /**
   * Opens a database, which is closed together with its cluster. Does not wait for a cluster to
   * answer.
   *
   * @param executor the executor on which an engine in this process completes commits
   * @throws ClusterUnavailableException with one sentence; nothing is left open
   */
  Database open(ClusterUrl url, Executor executor);
}
