package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.record.metadata.MetaDataSource;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metadata of each application's stores; it includes the queue's own types. A source that knows
 * of newer metadata, as a {@code MetaDataStore} does, lets a process go on whose schema is older
 * than what others already write.
 */
public interface TenantSchemas {

  /**
   * @throws QueueException {@code APPLICATION_NOT_FOUND} when this process does not know it
   */
  MetaDataSource schemaOf(String application);

  /** Known applications, each with its own metadata. */
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

  /** Any application, all with the same metadata. */
  static TenantSchemas same(MetaDataSource metaData) {
    return application -> metaData;
  }
}
