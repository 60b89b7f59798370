package dev.tenure.record.meter;

/** Is called for each transaction after its end. */
@FunctionalInterface
public interface TransactionListener {

  /**
   * Called once for each transaction, by the thread that closes it, and must return at once. There
   * is no call for a transaction that is never closed. An error that the method throws goes to that
   * thread's handler of uncaught exceptions and has no other effect.
   */
  void ended(TransactionSummary summary);
}
