package dev.tenure.campaigns.history;

import dev.tenure.campaigns.history.Anomaly.Kind;
import dev.tenure.campaigns.history.RecordedTransaction.RecordedOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Checks that versions grow with real time. It goes through all moments of the history in their order.
 */
final class RealTimeCheck {
  private final CommitOrder order;
  private final boolean readsAreFresh;
  private final AnomalyFindings findings;
  private final NavigableMap<Long, Runnable> moments = new TreeMap<>();
  private final Map<Long, Long> knownAtBegin = new HashMap<>();
  private long known;

  /**
   * @param readsAreFresh whether a read version must be at least every version that a client knew before
   */
  RealTimeCheck(CommitOrder order, boolean readsAreFresh, AnomalyFindings findings) {
    this.order = order;
    this.readsAreFresh = readsAreFresh;
    this.findings = findings;
  }

  void check(List<RecordedTransaction> transactions) {
    for (RecordedTransaction each : transactions) {
      at(each.begun(), () -> knownAtBegin.put(each.number(), known));
      at(each.versionHeard(), () -> heardVersion(each));
      at(each.commitBegun(), () -> checkCommit(each));
      at(each.ended(), () -> ended(each));
    }
    moments.values().forEach(Runnable::run);
  }

  private void at(long moment, Runnable event) {
    if (moment > 0) {
      moments.put(moment, event);
    }
  }

  private void heardVersion(RecordedTransaction transaction) {
    long version = transaction.readVersion().orElseThrow();
    if (!readsAreFresh || transaction.hasChosenVersion()) {
      return;
    }
    long floor = knownAtBegin.getOrDefault(transaction.number(), 0L);
    findings.require(
        version >= floor, Kind.STALE_VERSION, transaction + " began when " + floor + " was known");
    known = Math.max(known, version);
  }

  /**
   * The place of a commit must be above every version that was known when the commit began.
   */
  private void checkCommit(RecordedTransaction transaction) {
    // One whose reads were all of its own writes may hear of a read version after its commit.
    long heard = transaction.versionHeard();
    boolean before = heard > 0 && heard < transaction.commitBegun();
    long floor = Math.max(known, before ? transaction.readVersion().orElse(0) : 0);
    order
        .stampOf(transaction)
        .ifPresent(
            stamp ->
                findings.require(
                    stamp.version() > floor,
                    Kind.COMMIT_OUT_OF_ORDER,
                    transaction + " is at " + stamp + " and began when " + floor + " was known"));
  }

  private void ended(RecordedTransaction transaction) {
    if (transaction.outcome() == RecordedOutcome.COMMITTED) {
      order.stampOf(transaction).ifPresent(stamp -> known = Math.max(known, stamp.version()));
    }
  }
}
