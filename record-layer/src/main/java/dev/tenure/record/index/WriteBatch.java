package dev.tenure.record.index;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.record.KeyValueLimits;
import dev.tenure.record.RecordContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The writes of one save or delete, collected first and applied together: when one of them is over
 * a limit, none has been made.
 */
public final class WriteBatch {
  private final RecordContext context;
  private final PendingCounts counts;
  private final List<Runnable> writes = new ArrayList<>();

  /** No writes yet, to be made in a transaction. */
  public WriteBatch(RecordContext context, PendingCounts counts) {
    this.context = context;
    this.counts = counts;
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

  /** Clears a range of keys. */
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
    KeyValueLimits.requireKey(key);
    writes.add(() -> counts.add(key, change, clearWhenZero));
  }

  /** Forgets the changes of the counters in a range, which is being cleared. */
  public void discardCounts(Range range) {
    writes.add(() -> counts.discard(range));
  }

  /** Adds a check of the commit. */
  public void addCheck(Function<RecordContext, CompletableFuture<Void>> check) {
    writes.add(() -> context.addCommitCheck(() -> check.apply(context)));
  }

  /** Makes all writes, in the order in which they were added. */
  public void apply() {
    writes.forEach(Runnable::run);
  }
}
