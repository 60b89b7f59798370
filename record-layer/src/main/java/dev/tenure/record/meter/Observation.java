package dev.tenure.record.meter;

import dev.tenure.record.async.Hooks;
import java.util.List;

/** The meters and listeners of a database's transactions, and the listeners of its queries. */
public record Observation(
    RecordMeters meters, List<TransactionListener> listeners, List<QueryListener> queries) {

  public Observation {
    listeners = List.copyOf(listeners);
    queries = List.copyOf(queries);
  }

  /**
   * Whether there are neither meters nor listeners of transactions, so that transactions are not
   * counted.
   */
  public boolean isOff() {
    return meters == RecordMeters.none() && listeners.isEmpty();
  }

  void opened(String run) {
    Hooks.run(() -> meters.count(RecordCounter.TRANSACTIONS_OPENED, run, 1));
  }

  void ended(TransactionSummary summary) {
    for (TransactionListener listener : listeners) {
      Hooks.run(() -> listener.ended(summary));
    }
  }
}
