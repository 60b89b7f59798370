package dev.tenure.spring.cluster;

import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.meter.RecordMeters;
import dev.tenure.record.meter.TransactionListener;
import java.util.List;
import java.util.Objects;

/**
 * Who is told of the transactions of all clusters.
 *
 * @param meters where their numbers go
 * @param listeners told of each after its end
 */
public record RecordObservers(RecordMeters meters, List<TransactionListener> listeners) {

  public RecordObservers {
    Objects.requireNonNull(meters, "meters");
    listeners = List.copyOf(listeners);
  }

  /** Nobody: transactions are not measured. */
  public static RecordObservers none() {
    return new RecordObservers(RecordMeters.none(), List.of());
  }

  RecordDatabase.Builder observe(RecordDatabase.Builder builder) {
    listeners.forEach(builder::listener);
    return builder.meters(meters);
  }
}
