package dev.tenure.record.scrub;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.TransactionEnvironment;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanLimits;
import dev.tenure.record.index.IndexAudit.Finding;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.WriteBatch;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A fault of one entry that is not yet among the findings.
 *
 * @param mend the repair; empty when the fault cannot be repaired
 */
record Wrong(
    Kind kind,
    ByteString key,
    Optional<Tuple> primaryKey,
    String found,
    String expected,
    Optional<Consumer<WriteBatch>> mend) {
  /** The text for a row that does not exist, or that should not exist. */
  static final String NOTHING = "nothing";

  private static final int JUDGED_AT_ONCE = 50;

  static Wrong beyondRepair(Finding finding) {
    return new Wrong(
        finding.kind(),
        finding.key(),
        finding.primaryKey(),
        finding.found(),
        finding.expected(),
        Optional.empty());
  }

  Finding finding(boolean repaired) {
    return new Finding(kind, key, primaryKey, found, expected, repaired);
  }

  /**
   * Checks several elements at the same time, and adds their faults in the order of the elements.
   */
  static <T> CompletableFuture<Void> judge(
      TransactionEnvironment environment,
      List<T> things,
      Function<T, CompletableFuture<Optional<Wrong>>> judge,
      Findings findings) {
    ScanBudget unlimited = new ScanBudget(ScanLimits.none(), environment.clock());
    return Cursors.list("scrub", things, Continuation.START, unlimited)
        .<Optional<Wrong>>mapAsync(judge, JUDGED_AT_ONCE)
        .asList()
        .thenAccept(all -> all.forEach(wrong -> wrong.ifPresent(findings::add)));
  }
}
