package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.record.metadata.MetaDataSource;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metadata of each application's stores, which must include the queue's own types. With a
 * source that reads stored metadata, such as {@code MetaDataStore}, a process can still open stores
 * that newer processes have upgraded.
 */
public interface TenantSchemas {

  /**
   * The metadata of one application's stores.
   *
   * @throws QueueException {@code APPLICATION_NOT_FOUND} when this process does not know the
   *     application
   */
  MetaDataSource schemaOf(String application);

  /** Each of these applications has its own metadata; others are unknown. */
  static TenantSchemas of(Map<String, ? extends MetaDataSource> byApplication) {
    Map<String, MetaDataSource> copy = new TreeMap<>(byApplication);
    return application -> {
      MetaDataSource found = copy.get(application);
      if (found == null) {
        throw new QueueException(
            QueueException.Code.APPLICATION_NOT_FOUND,
            "application \"" + application + "\" has no schema here; known are " + copy.keySet());
      }
      return found;
    };
  }

  /** All applications have the same metadata. */
  static TenantSchemas same(MetaDataSource metaData) {
    return application -> metaData;
  }
}
