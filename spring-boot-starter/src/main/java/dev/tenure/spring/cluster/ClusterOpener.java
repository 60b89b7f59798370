package dev.tenure.spring.cluster;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.spring.ClusterUrl;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

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

  /** As {@link #open(ClusterUrl, Executor)}, with threads of its own. */
  public static Database open(ClusterUrl url) {
    return opened(url, EmbeddedEnvironment::realTime);
  }

  /**
   * Opens an engine in this process, or a connection to FoundationDB. Each call for a {@code
   * memory:} URL opens an empty database of its own.
   *
   * @param executor where an engine in this process tells of commits; the one that continues the
   *     transactions saves a change of threads for each
   * @throws ClusterUnavailableException in one sentence: no such file, no native client, a
   *     directory that another process holds or that is damaged. Nothing is left open.
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
