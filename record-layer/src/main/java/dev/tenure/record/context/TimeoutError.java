package dev.tenure.record.context;

import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;

/** Makes the error that callers meet when something did not end within its time. */
@FunctionalInterface
public interface TimeoutError {
  /**
   * The error, whose cause is the one given.
   *
   * @param run the name of the run, or of a context outside of one
   * @param limit the time it had
   * @param cause TIMED_OUT, which says whether the transaction may have been committed
   */
  RuntimeException of(String run, Duration limit, RecordLayerException cause);
}
