package dev.tenure.campaigns.history;

import java.util.List;

/**
 * Checks that a history is strictly serializable, in the order of its commit versions. The check applies all commits in that order to a map of its own. Then these rules must hold:
 *
 * <ul>
 * <li>A read of any transaction, committed or not, gave the rows at its read version, with the earlier writes of the transaction over them.
 * <li>A read of a committed transaction that wrote, except a snapshot read, gives the same rows right before the commit. So there is no lost update, write skew or phantom.
 * <li>Versions grow with real time: a transaction that begins after any client knew a version gets no lower one.
 * <li>Commits that were acknowledged are there; commits that were refused are not.
 * <li>After a crash, a whole prefix of the order is there, with every commit that was acknowledged and not risky.
 * </ul>
 *
 * <p>The marker tells the result of a commit whose client got an unknown result. A commit that was applied twice, or in part, shows in later reads: the last transaction of a history should read all rows.
 */
public final class SerializabilityCheck {
  private SerializabilityCheck() {}

  /**
   * The first anomalies of the history; empty when it is strictly serializable.
   */
  public static List<Anomaly> check(History history) {
    return check(history, true);
  }

  /**
   * As {@link #check(History)}, for databases whose read versions may lag: a transaction that only reads may read the past, but commits must be in the order of real time.
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
