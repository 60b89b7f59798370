package dev.tenure.campaigns.history;

import dev.tenure.campaigns.history.Anomaly.Kind;
import dev.tenure.campaigns.history.RecordedTransaction.RecordedOutcome;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The transactions that were committed, in the order of their markers. */
final class CommitOrder {
  private final Map<Long, Stamp> stamps;
  private final NavigableMap<Stamp, RecordedTransaction> committed = new TreeMap<>();

  CommitOrder(History history, AnomalyFindings findings) {
    this.stamps = new HashMap<>(history.stamps());
    Map<Long, Stamp> unexplained = new HashMap<>(stamps);
    for (RecordedTransaction transaction : history.transactions()) {
      Stamp stamp = unexplained.remove(transaction.number());
      if (stamp != null) {
        place(transaction, stamp, findings);
      } else if (transaction.outcome() == RecordedOutcome.COMMITTED && transaction.writes()) {
        findings.add(Kind.COMMIT_LOST, transaction + " left no marker");
      }
    }
    findings.require(
        unexplained.isEmpty(), Kind.COMMIT_UNWANTED, "nobody made the markers " + unexplained);
  }

  private void place(RecordedTransaction transaction, Stamp stamp, AnomalyFindings findings) {
    RecordedTransaction other = committed.put(stamp, transaction);
    findings.require(
        other == null, Kind.COMMIT_NOT_UNIQUE, transaction + " and " + other + " are at " + stamp);
    RecordedOutcome outcome = transaction.outcome();
    findings.require(
        outcome == RecordedOutcome.COMMITTED || outcome == RecordedOutcome.UNKNOWN,
        Kind.COMMIT_UNWANTED,
        transaction + " is there, at " + stamp);
    long version = transaction.commitVersion().orElse(stamp.version());
    findings.require(
        version == stamp.version(),
        Kind.COMMIT_OUT_OF_ORDER,
        transaction + " was told version " + version + " and is at " + stamp);
  }

  /** All committed transactions, the first one first. */
  NavigableMap<Stamp, RecordedTransaction> committed() {
    return Collections.unmodifiableNavigableMap(committed);
  }

  /** The place of the transaction in the order; empty when it was not committed. */
  Optional<Stamp> stampOf(RecordedTransaction transaction) {
    return Optional.ofNullable(stamps.get(transaction.number()));
  }
}
