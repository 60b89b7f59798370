package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.Map;
import java.util.TreeMap;

/** The metadata of each application's stores; it includes the queue's own types. */
public interface TenantSchemas {

  /**
   * @throws QueueException {@code APPLICATION_NOT_FOUND} when this process does not know it
   */
  RecordMetaData schemaOf(String application);

  /** Known applications, each with its own metadata. */
  static TenantSchemas of(Map<String, RecordMetaData> byApplication) {
    Map<String, RecordMetaData> copy = new TreeMap<>(byApplication);
    return application -> {
      RecordMetaData found = copy.get(application);
      if (found == null) {
        throw new QueueException(
            QueueException.Code.APPLICATION_NOT_FOUND,
            "application \"" + application + "\" has no schema here; known are " + copy.keySet());
      }
      return found;
    };
  }

  /** Any application, all with the same metadata. */
  static TenantSchemas same(RecordMetaData metaData) {
    return application -> metaData;
  }
}
