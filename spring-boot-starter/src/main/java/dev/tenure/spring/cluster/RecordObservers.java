package dev.tenure.spring.cluster;

import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.meter.QueryListener;
import dev.tenure.record.meter.RecordMeters;
import dev.tenure.record.meter.TransactionListener;
import java.util.List;
import java.util.Objects;

/**
 * The observers of the transactions and queries of all clusters.
 *
 * @param meters the meters of transactions and queries
 * @param listeners the listeners that are told of each transaction after its end
 * @param queries the listeners that are told of each query
 */
public record RecordObservers(
    RecordMeters meters, List<TransactionListener> listeners, List<QueryListener> queries) {

  public RecordObservers {
    Objects.requireNonNull(meters, "meters");
    listeners = List.copyOf(listeners);
    queries = List.copyOf(queries);
  }

  /** No observers: transactions are not measured. */
  public static RecordObservers none() {
    return new RecordObservers(RecordMeters.none(), List.of(), List.of());
  }

  RecordDatabase.Builder observe(RecordDatabase.Builder builder) {
    listeners.forEach(builder::listener);
    queries.forEach(builder::queryListener);
    return builder.meters(meters);
  }
}
