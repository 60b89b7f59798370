package dev.tenure.spring.cluster;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.spring.ClusterUrl;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Opens the database behind a cluster URL. Needs no Spring. The caller that opened a database
 * closes it; {@link Database#close()} also ends the threads of an embedded engine.
 */
public final class ClusterOpener {

  private ClusterOpener() {}

  /** As {@link #open(ClusterUrl)}, with the URL as text. */
  public static Database open(String url) {
    return open(ClusterUrl.parse(url));
  }

  /** As {@link #open(ClusterUrl, Executor)}, with new threads. */
  public static Database open(ClusterUrl url) {
    return opened(url, EmbeddedEnvironment::realTime);
  }

  /**
   * Opens an engine in this process, or a connection to FoundationDB. Each call for a {@code
   * memory:} URL opens a new empty database.
   *
   * @param executor the executor on which an engine in this process completes commits. If it is the
   *     executor that continues the transactions, each commit needs one switch of threads less
   * @throws ClusterUnavailableException with one sentence, when there is no such file or no native
   *     client, or when another process holds the directory or it is damaged. Nothing is left open
   */
  public static Database open(ClusterUrl url, Executor executor) {
    return opened(url, () -> EmbeddedEnvironment.builder().executor(executor).build());
  }

  private static Database opened(ClusterUrl url, Supplier<EmbeddedEnvironment> environment) {
    try {
      if (url instanceof ClusterUrl.Embedded embedded) {
        return EmbeddedDatabase.open(embedded.directory(), environment.get());
      }
      if (url instanceof ClusterUrl.FoundationDb foundationDb) {
        return NativeFoundationDb.open(foundationDb.clusterFile());
      }
      if (url instanceof ClusterUrl.Memory) {
        return EmbeddedDatabase.memory(environment.get());
      }
      throw new IllegalStateException("URL of no known kind: " + url);
    } catch (RuntimeException e) {
      throw new ClusterUnavailableException(
          "cluster " + url + " cannot be opened: " + e.getMessage(), e);
    }
  }
}
