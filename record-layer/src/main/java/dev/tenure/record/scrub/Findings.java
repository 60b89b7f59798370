package dev.tenure.record.scrub;

import dev.tenure.record.index.IndexAudit.Finding;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The faults that one transaction has found, and the writes that repair them. Safe for use by many
 * threads.
 */
final class Findings {
  private final OpenIndex index;
  private final boolean repair;
  private final List<Fault> faults = new ArrayList<>();
  private final List<Unverified> unverified = new ArrayList<>();
  private WriteBatch batch;

  /**
   * Collects findings on an index in a transaction.
   *
   * @param repair whether findings are repaired
   */
  Findings(OpenIndex index, boolean repair) {
    this.index = index;
    this.repair = repair;
    this.batch = new WriteBatch(index.context(), index.pending());
  }

  boolean isRepairing() {
    return repair;
  }

  /** Adds a fault; the repair is in the next {@link #write}. */
  synchronized void add(Wrong wrong) {
    wrong.mend().ifPresent(this::mend);
    add(wrong.finding(repair && wrong.mend().isPresent()));
  }

  /** Adds a fault that the index type has found and, if the finding says so, repaired. */
  synchronized void add(Finding finding) {
    faults.add(Fault.of(index.bound().name(), finding));
  }

  /** Adds a repair of a fault that was already reported. */
  synchronized void mend(Consumer<WriteBatch> mend) {
    if (repair) {
      mend.accept(batch);
    }
  }

  synchronized void addUnverified(String what, String reason) {
    unverified.add(new Unverified(index.bound().name(), what, reason));
  }

  /** Makes the writes of the repairs that were added since the previous call. */
  CompletableFuture<Void> write() {
    WriteBatch full;
    synchronized (this) {
      full = batch;
      batch = new WriteBatch(index.context(), index.pending());
    }
    return full.apply();
  }

  synchronized List<Fault> faults() {
    return List.copyOf(faults);
  }

  synchronized List<Unverified> unverified() {
    return List.copyOf(unverified);
  }
}
