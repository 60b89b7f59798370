package dev.tenure.campaigns.history;

import dev.tenure.campaigns.history.Anomaly.Kind;
import java.util.Optional;

/**
 * Checks that each read gave the rows that the order of the commits says.
 */
final class ReadCheck {
  private final VersionedRows rows;
  private final CommitOrder order;
  private final AnomalyFindings findings;

  ReadCheck(VersionedRows rows, CommitOrder order, AnomalyFindings findings) {
    this.rows = rows;
    this.order = order;
    this.findings = findings;
  }

  void check(RecordedTransaction transaction) {
    transaction
        .readVersion()
        .ifPresent(
            version -> check(transaction, Stamp.endOf(version), Kind.WRONG_READ, "at version "));
    Optional<Stamp> commit = order.stampOf(transaction);
    commit.ifPresent(
        stamp -> check(transaction, Replay.before(stamp), Kind.CHANGED_READ, "by its commit "));
  }

  /**
   * Runs the program of a transaction again at another place of the order. Snapshot reads need not give the same there.
   */
  private void check(RecordedTransaction transaction, Stamp at, Kind kind, String when) {
    View view = rows.at(at);
    for (HistoryStep step : transaction.steps()) {
      if (step instanceof HistoryStep.Write write) {
        write.applyTo(view, null);
      } else if (step instanceof HistoryStep.Read read
          && !(kind == Kind.CHANGED_READ && read.snapshot())) {
        read.otherwiseOn(view)
            .ifPresent(
                other ->
                    findings.add(
                        kind,
                        transaction
                            + ": "
                            + other
                            + " "
                            + when
                            + at
                            + ", of "
                            + transaction.steps()));
      }
    }
  }
}
