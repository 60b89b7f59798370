package dev.tenure.record.meter;

import dev.tenure.record.async.Hooks;
import java.util.List;

/** Who wants to know of the transactions of a database. */
public record Observation(RecordMeters meters, List<TransactionListener> listeners) {

  public Observation {
    listeners = List.copyOf(listeners);
  }

  /** With nobody to tell, nothing is counted. */
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
