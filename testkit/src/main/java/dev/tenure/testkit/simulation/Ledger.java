package dev.tenure.testkit.simulation;

import dev.tenure.queue.TenantId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the processes of a run were told, kept outside of the database: orders whose placement was
 * acknowledged, and which of them their handlers called done.
 */
final class Ledger {
  private final Map<String, TenantId> acknowledged = new LinkedHashMap<>();
  private final Set<String> finished = new TreeSet<>();

  void acknowledge(String number, TenantId tenant) {
    acknowledged.put(number, tenant);
  }

  /** Order numbers whose transaction was said to have committed, with the tenant's name. */
  Map<String, TenantId> acknowledged() {
    return acknowledged;
  }

  /** A handler is about to say that the item of an order is done or not wanted. */
  void finish(String number) {
    finished.add(number);
  }

  boolean isFinished(String number) {
    return finished.contains(number);
  }
}
