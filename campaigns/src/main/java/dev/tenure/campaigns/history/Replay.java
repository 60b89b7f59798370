package dev.tenure.campaigns.history;

import dev.tenure.campaigns.history.Anomaly.Kind;
import dev.tenure.campaigns.history.RecordedTransaction.RecordedOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Applies all commits in their order, and takes back those that a crash lost.
 */
final class Replay {
  /**
   * The place before all commits.
   */
  private static final Stamp FIRST = new Stamp(0, 0);

  private final VersionedRows rows = new VersionedRows();
  private final History history;
  private final AnomalyFindings findings;
  private final List<Commit> sinceRestart = new ArrayList<>();

  /**
   * A commit, and the last value of each row that it changed.
   */
  private record Commit(RecordedTransaction transaction, Stamp stamp, View changes) {}

  private Replay(History history, AnomalyFindings findings) {
    this.history = history;
    this.findings = findings;
  }

  /**
   * All rows of the history, at each of its places.
   */
  static VersionedRows run(History history, CommitOrder order, AnomalyFindings findings) {
    Replay replay = new Replay(history, findings);
    history.rowsBefore().forEach((key, value) -> replay.rows.put(FIRST, key, Optional.of(value)));
    Iterator<History.Restart> restarts = history.restarts().iterator();
    History.@Nullable Restart next = restarts.hasNext() ? restarts.next() : null;
    for (Map.Entry<Stamp, RecordedTransaction> each : order.committed().entrySet()) {
      while (next != null && next.version() < each.getKey().version()) {
        replay.restart(next);
        next = restarts.hasNext() ? restarts.next() : null;
      }
      replay.commit(each.getValue(), each.getKey());
    }
    while (next != null) {
      replay.restart(next);
      next = restarts.hasNext() ? restarts.next() : null;
    }
    return replay.rows;
  }

  /**
   * The place whose rows the commit found.
   */
  static Stamp before(Stamp stamp) {
    return new Stamp(stamp.version(), stamp.batch() - 1);
  }

  private void commit(RecordedTransaction transaction, Stamp stamp) {
    View changes = rows.at(before(stamp));
    for (HistoryStep step : transaction.steps()) {
      if (step instanceof HistoryStep.Write write) {
        write.applyTo(changes, stamp);
      }
    }
    changes.written().forEach((key, value) -> rows.put(stamp, key, value));
    sinceRestart.add(new Commit(transaction, stamp, changes));
  }

  private void restart(History.Restart restart) {
    Set<Long> there = new HashSet<>();
    restart.rows().keySet().stream()
        .filter(history::isMarker)
        .forEach(marker -> there.add(history.numberOf(marker)));
    Stamp end = new Stamp(restart.version(), 0);
    int kept = 0;
    while (kept < sinceRestart.size() && isThere(sinceRestart.get(kept), there)) {
      kept++;
    }
    List<Commit> lost = sinceRestart.subList(kept, sinceRestart.size());
    if (!lost.isEmpty()) {
      Stamp last = before(lost.get(0).stamp());
      for (Commit commit : lost) {
        checkLost(commit, there);
        commit.changes().written().keySet().forEach(key -> rows.put(end, key, rows.get(key, last)));
      }
    }
    sinceRestart.clear();
    compare(rows.at(end).all(), restart);
  }

  private static boolean isThere(Commit commit, Set<Long> there) {
    return there.contains(commit.transaction().number());
  }

  private void checkLost(Commit commit, Set<Long> there) {
    RecordedTransaction transaction = commit.transaction();
    findings.require(
        !isThere(commit, there),
        Kind.RESTART_NOT_A_PREFIX,
        transaction + " survived a crash and one before it did not");
    findings.require(
        transaction.outcome() != RecordedOutcome.COMMITTED || transaction.isRisky(),
        Kind.COMMIT_LOST,
        transaction + " at " + commit.stamp() + " was lost in a crash");
  }

  private void compare(NavigableMap<byte[], byte[]> expected, History.Restart restart) {
    NavigableMap<byte[], byte[]> differing = new TreeMap<>(Arrays::compareUnsigned);
    differing.putAll(expected);
    restart
        .rows()
        .forEach(
            (key, value) -> {
              if (Arrays.equals(value, expected.get(key))) {
                differing.remove(key);
              } else {
                differing.put(key, value);
              }
            });
    findings.require(
        differing.isEmpty(),
        Kind.RESTART_NOT_A_PREFIX,
        "after the crash before version " + restart.version() + " rows differ: " + text(differing));
  }

  private static List<String> text(NavigableMap<byte[], byte[]> rows) {
    return rows.keySet().stream()
        .map(com.apple.foundationdb.tuple.ByteArrayUtil::printable)
        .toList();
  }
}
