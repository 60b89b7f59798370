package dev.tenure.record;

import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.meter.RecordMeters;
import dev.tenure.record.meter.TransactionListener;
import dev.tenure.record.meter.TransactionSummary;
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
