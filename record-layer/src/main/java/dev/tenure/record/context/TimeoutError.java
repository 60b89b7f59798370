package dev.tenure.record.context;

import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;

/**
 * Makes the error that callers meet when a transaction or a run did not end within its time limit.
 */
@FunctionalInterface
public interface TimeoutError {
  /**
   * An error that has the given cause.
   *
   * @param run the name of the run, or of the context outside of a run
   * @param limit the time limit
   * @param cause TIMED_OUT, which says whether the transaction may have been committed
   */
  RuntimeException of(String run, Duration limit, RecordLayerException cause);
}
