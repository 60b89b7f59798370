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
 * The writes of one save or delete, collected first and applied together: when one of them is over
 * a limit, none has been made. Updates of second structures, which read, come behind all others.
 */
public final class WriteBatch {
  private final RecordContext context;
  private final PendingWrites pending;
  private final List<Runnable> writes = new ArrayList<>();
  private final List<Update> updates = new ArrayList<>();

  private record Update(Object turn, Supplier<CompletableFuture<Void>> work) {}

  /** No writes yet, to be made in a transaction. */
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

  /** Clears a range of keys, and what is pending for them. */
  public void clear(Range range) {
    writes.add(() -> context.clear(range));
  }

  /** Applies an atomic operation, after checking the limits. */
  public void mutate(MutationType type, byte[] key, byte[] operand) {
    KeyValueLimits.requireKey(key);
    KeyValueLimits.requireValue(key, operand);
    writes.add(() -> context.mutate(type, key, operand));
  }

  /** Changes a counter; all changes of a transaction are added up and written just before it. */
  public void count(byte[] key, long change, boolean clearWhenZero) {
    add(
        key,
        change,
        clearWhenZero ? PendingCounts.Clear.AFTER_DECREASE : PendingCounts.Clear.NEVER);
  }

  /** As {@link #count}, of a counter that may also come to zero from below. */
  public void sum(byte[] key, long change, boolean clearWhenZero) {
    add(key, change, clearWhenZero ? PendingCounts.Clear.AFTER_CHANGE : PendingCounts.Clear.NEVER);
  }

  private void add(byte[] key, long change, PendingCounts.Clear clear) {
    KeyValueLimits.requireKey(key);
    writes.add(() -> pending.counts().add(key, change, clear));
  }

  /**
   * Sets a key that has the version of the commit in it; just before the commit, so that this
   * transaction does not see it.
   *
   * @param template the key with a place for the version and, behind it, where that place is; see
   *     {@link com.apple.foundationdb.tuple.Tuple#packWithVersionstamp}
   */
  public void setVersionedKey(byte[] template, byte[] value) {
    KeyValueLimits.requireKey(template);
    KeyValueLimits.requireValue(template, value);
    writes.add(() -> pending.setVersionedKey(template, value));
  }

  /** Takes back a key that this transaction would set with {@link #setVersionedKey}. */
  public void clearVersionedKey(byte[] template) {
    writes.add(() -> pending.clearVersionedKey(template));
  }

  /**
   * Sets a value that has the version of the commit in it, as {@link #setVersionedKey}; of several
   * for one key the greatest is written.
   */
  public void setVersionedValue(byte[] key, byte[] template) {
    KeyValueLimits.requireKey(key);
    KeyValueLimits.requireValue(key, template);
    writes.add(() -> pending.setVersionedValue(key, template));
  }

  /**
   * Adds a change of what a type keeps in memory in this transaction and writes just before the
   * commit, as counts are. It must not wait.
   */
  public void remember(Consumer<RecordContext> change) {
    writes.add(() -> change.accept(context));
  }

  /** Adds a check of the commit. */
  public void addCheck(Function<RecordContext, CompletableFuture<Void>> check) {
    writes.add(() -> context.addCommitCheck(() -> check.apply(context)));
  }

  /**
   * Adds an update of the index's second structure, which may read. It runs behind the writes of
   * the batch; updates of one index run one after another, in the order of their batches, and each
   * must wait for nothing but its own reads. When it fails, the transaction cannot commit.
   *
   * <p>Only updates write below {@link IndexKeys#structurePrefix()}, and they write nothing else:
   * so a clear of the index knows what is still to come.
   */
  public void structure(IndexKeys keys, Function<RecordContext, CompletableFuture<Void>> update) {
    writes.add(pending::structureUpdated);
    updates.add(new Update(keys.turn(), () -> update.apply(context)));
  }

  /**
   * Adds work that must read before it knows what to write. It runs as updates of structures do,
   * one after another with other work of the same turns, and writes with a batch of its own.
   *
   * @param turn other than {@link IndexKeys#turn()}, which that batch may need
   */
  public void inTurn(Object turn, Supplier<CompletableFuture<Void>> work) {
    updates.add(new Update(turn, work));
  }

  /**
   * Makes all writes, in the order in which they were added, and begins the updates of structures.
   *
   * @return ends with the updates
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
