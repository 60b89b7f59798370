package dev.tenure.campaigns.workload;

import dev.tenure.campaigns.blackbox.ListTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All transactions of all clients of some lists. Safe for use by many threads.
 */
public final class ListHistory {
  private final AtomicLong numbers = new AtomicLong();
  private final List<ListTransaction> transactions = new ArrayList<>();

  /**
   * A number greater than all numbers given before. No two calls give the same one.
   */
  long next() {
    return numbers.incrementAndGet();
  }

  synchronized void add(ListTransaction transaction) {
    transactions.add(transaction);
  }

  /**
   * All attempts that have ended.
   */
  public synchronized List<ListTransaction> transactions() {
    return List.copyOf(transactions);
  }
}
