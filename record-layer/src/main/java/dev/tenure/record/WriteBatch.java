package dev.tenure.record;

import com.apple.foundationdb.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * The writes of one save or delete, collected first and applied together: when one of them is over
 * a limit, none has been made.
 */
final class WriteBatch {
  private final StoreState state;
  private final List<Runnable> writes = new ArrayList<>();

  WriteBatch(StoreState state) {
    this.state = state;
  }

  void set(byte[] key, byte[] value) {
    KeyValueLimits.requireKey(key);
    KeyValueLimits.requireValue(key, value);
    writes.add(() -> context().set(key, value));
  }

  void clear(byte[] key) {
    KeyValueLimits.requireKey(key);
    writes.add(() -> context().clear(key));
  }

  void clear(Range range) {
    writes.add(() -> context().clear(range));
  }

  void count(byte[] key, long change, boolean clearWhenZero) {
    KeyValueLimits.requireKey(key);
    writes.add(() -> state.counts().add(key, change, clearWhenZero));
  }

  void addCheck(UniquenessCheck check) {
    writes.add(() -> context().addCommitCheck(() -> check.run(context())));
  }

  void apply() {
    writes.forEach(Runnable::run);
  }

  private RecordContext context() {
    return state.context();
  }
}
