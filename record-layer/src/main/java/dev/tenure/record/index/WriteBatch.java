package dev.tenure.record.index;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.limit.KeyValueLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The writes of one save or delete. They are collected first and then applied together, so that
 * none is made when one of them exceeds a limit. Updates of second structures, which read before
 * they write, follow after all other writes.
 */
public final class WriteBatch {
  private final RecordContext context;
  private final PendingWrites pending;
  private final List<Runnable> writes = new ArrayList<>();
  private final List<Update> updates = new ArrayList<>();

  private record Update(Object turn, Supplier<CompletableFuture<Void>> work) {}

  /** An empty batch for a transaction. */
  public WriteBatch(RecordContext context, PendingWrites pending) {
    this.context = context;
    this.pending = pending;
  }

  /** Sets a key, after checking the limits. */
  public void set(byte[] key, byte[] value) {
    KeyValueLimits.requireKey(key);
    KeyValueLimits.requireValue(key, value);
    writes.add(() -> context.set(key, value));
  }

  /** Clears a key. */
  public void clear(byte[] key) {
    KeyValueLimits.requireKey(key);
    writes.add(() -> context.clear(key));
  }

  /** Clears a range of keys, and drops delayed writes to it. */
  public void clear(Range range) {
    writes.add(() -> context.clear(range));
  }

  /** Applies an atomic operation, after checking the limits. */
  public void mutate(MutationType type, byte[] key, byte[] operand) {
    KeyValueLimits.requireKey(key);
    KeyValueLimits.requireValue(key, operand);
    writes.add(() -> context.mutate(type, key, operand));
  }

  /**
   * Changes a counter. All changes of a counter in a transaction are summed up and written just
   * before the commit.
   */
  public void count(byte[] key, long change, boolean clearWhenZero) {
    add(
        key,
        change,
        clearWhenZero ? PendingCounts.Clear.AFTER_DECREASE : PendingCounts.Clear.NEVER);
  }

  /**
   * As {@link #count}, for a counter that may be negative, and so may become zero by an increase.
   */
  public void sum(byte[] key, long change, boolean clearWhenZero) {
    add(key, change, clearWhenZero ? PendingCounts.Clear.AFTER_CHANGE : PendingCounts.Clear.NEVER);
  }

  private void add(byte[] key, long change, PendingCounts.Clear clear) {
    KeyValueLimits.requireKey(key);
    writes.add(() -> pending.counts().add(key, change, clear));
  }

  /**
   * Sets a key that contains the commit's versionstamp. The write is made just before the commit,
   * and this transaction does not see it.
   *
   * @param template the key with a gap for the versionstamp, followed by the offset of that gap;
   *     see {@link com.apple.foundationdb.tuple.Tuple#packWithVersionstamp}
   */
  public void setVersionedKey(byte[] template, byte[] value) {
    KeyValueLimits.requireKey(template);
    KeyValueLimits.requireValue(template, value);
    writes.add(() -> pending.setVersionedKey(template, value));
  }

  /** Cancels a {@link #setVersionedKey} of this transaction. */
  public void clearVersionedKey(byte[] template) {
    writes.add(() -> pending.clearVersionedKey(template));
  }

  /**
   * Sets a value that contains the commit's versionstamp, as {@link #setVersionedKey} does for a
   * key. Of several values for one key the greatest is written.
   */
  public void setVersionedValue(byte[] key, byte[] template) {
    KeyValueLimits.requireKey(key);
    KeyValueLimits.requireValue(key, template);
    writes.add(() -> pending.setVersionedValue(key, template));
  }

  /**
   * Adds a change of state that an index type keeps in memory during the transaction and writes
   * just before the commit. The change must not wait.
   */
  public void remember(Consumer<RecordContext> change) {
    writes.add(() -> change.accept(context));
  }

  /** Adds a check of the commit. */
  public void addCheck(Function<RecordContext, CompletableFuture<Void>> check) {
    writes.add(() -> context.addCommitCheck(() -> check.apply(context)));
  }

  /**
   * Adds an update of the index's second structure, which may read.
   *
   * <ul>
   *   <li>It runs after the writes of the batch.
   *   <li>Updates of one index run one after another in the order of their batches.
   *   <li>An update may wait only for its own reads.
   *   <li>When an update fails, the transaction cannot commit.
   * </ul>
   *
   * <p>Updates write only below {@link IndexKeys#structurePrefix()}, and nothing else writes there.
   * So a clear of the index knows which updates are still to come.
   */
  public void structure(IndexKeys keys, Function<RecordContext, CompletableFuture<Void>> update) {
    writes.add(pending::structureUpdated);
    updates.add(new Update(keys.turn(), () -> update.apply(context)));
  }

  /**
   * Adds work that must read before it can write. It runs after the writes of this batch, one after
   * another with other work of the same turn, and makes its writes with a separate batch.
   *
   * @param turn a key other than {@link IndexKeys#turn()}, which the separate batch may use
   */
  public void inTurn(Object turn, Supplier<CompletableFuture<Void>> work) {
    updates.add(new Update(turn, work));
  }

  /**
   * Makes all writes in the order in which they were added, and begins the updates of structures.
   *
   * @return completes when the updates are done
   */
  public CompletableFuture<Void> apply() {
    writes.forEach(Runnable::run);
    CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
    for (Update update : updates) {
      CompletableFuture<Void> running = context.inTurn(update.turn(), update.work());
      context.addCommitCheck(() -> running);
      all = all.thenCombine(running, (left, right) -> null);
    }
    return all;
  }
}
