package dev.tenure.record.meter;

/** Told of transactions. */
@FunctionalInterface
public interface TransactionListener {

  /**
   * Called once for each transaction, by the thread that closes it: must return at once. A
   * transaction that nobody closes is not told of. What this throws goes to that thread's handler
   * of uncaught exceptions, and changes nothing.
   */
  void ended(TransactionSummary summary);
}
