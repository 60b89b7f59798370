package dev.tenure.campaigns.history;

import java.util.List;

/**
 * Whether a history is strictly serializable, in the order of its commit versions. All commits are
 * carried out in that order on a map of the check's own; then
 *
 * <ul>
 *   <li>every read of every transaction, committed or not, must give what there was at its read
 *       version, with the transaction's own earlier writes over it;
 *   <li>every read of a committed transaction that wrote, but for snapshot reads, must give the
 *       same right before the commit: so there is no lost update, write skew or phantom;
 *   <li>versions must grow with real time: who begins after another has heard of a version gets no
 *       lower one;
 *   <li>what was acknowledged must be there, what was refused must not be;
 *   <li>after a crash there must be a whole prefix of the order, with everything that was
 *       acknowledged and not risky.
 * </ul>
 *
 * A result that was unknown to the client is known here, from the marker. A commit applied twice,
 * or in part, shows in the reads after it: let the last transaction of a history read all rows.
 */
public final class SerializabilityCheck {
  private SerializabilityCheck() {}

  /** What is wrong with the history, the first of it; empty when it is strictly serializable. */
  public static List<Anomaly> check(History history) {
    return check(history, true);
  }

  /**
   * As {@link #check(History)}, for databases whose read versions may lag: commits must be in
   * real-time order, but a transaction that only reads may read the past.
   */
  public static List<Anomaly> checkWithLag(History history) {
    return check(history, false);
  }

  private static List<Anomaly> check(History history, boolean readsAreFresh) {
    AnomalyFindings findings = new AnomalyFindings();
    CommitOrder order = new CommitOrder(history, findings);
    VersionedRows rows = Replay.run(history, order, findings);
    ReadCheck reads = new ReadCheck(rows, order, findings);
    history.transactions().forEach(reads::check);
    new RealTimeCheck(order, readsAreFresh, findings).check(history.transactions());
    return findings.all();
  }
}
