package dev.tenure.embedded.write;

import com.apple.foundationdb.Range;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The uncommitted writes of a transaction, which its reads see and its commit sends. Not safe for
 * use by several threads.
 *
 * <p>Each key written has one {@link KeyWrite}. Ranges lie in three sets: cleared ranges, write
 * conflict ranges, and unreadable ranges, in which a pending versionstamped key may lie after the
 * commit. Cleared ranges are write conflicts too and are not stored twice, until a range is cleared
 * without a conflict. A clear removes the key writes inside it. So a key write inside a cleared
 * range was made after the clear, and applies to an absent key.
 *
 * <p>A pending versionstamped key makes its range unknown. Writes before it in that range can no
 * longer be combined with later ones. They move to {@link #settled}, which commits before all other
 * writes.
 */
public final class WriteBuffer {
  final TreeMap<byte[], KeyWrite> keys = new TreeMap<>(KeyBytes.ORDER);
  final IntervalSet cleared;
  final IntervalSet unreadable;
  private final IntervalSet conflicts;
  private final List<Mutation> settled = new ArrayList<>(0);
  private final List<Range> settledConflicts = new ArrayList<>(0);
  private boolean written;
  private boolean someClearedQuietly;

  public WriteBuffer() {
    this(new IntervalSet(), new IntervalSet(), new IntervalSet());
  }

  private WriteBuffer(IntervalSet cleared, IntervalSet unreadable, IntervalSet conflicts) {
    this.cleared = cleared;
    this.unreadable = unreadable;
    this.conflicts = conflicts;
  }

  /** A copy for a read that is carried out after further writes. */
  public WriteBuffer copyForReading() {
    WriteBuffer copy = new WriteBuffer(cleared.copy(), unreadable.copy(), new IntervalSet());
    keys.forEach((key, write) -> copy.keys.put(key, write.copy()));
    copy.written = written;
    return copy;
  }

  /** Whether the transaction has written nothing and added no write conflict range. */
  public boolean isUntouched() {
    return !written;
  }

  /** Whether no write changes what a read sees. */
  public boolean isTransparent() {
    return keys.isEmpty() && cleared.isEmpty() && unreadable.isEmpty();
  }

  public void mutate(byte[] key, WriteOperation operation, boolean conflicting) {
    written = true;
    KeyWrite existing = keys.putIfAbsent(key, firstWrite(key, operation, conflicting));
    if (existing == null) {
      return;
    }
    existing.add(operation);
    if (conflicting) {
      existing.addConflict();
    }
  }

  private KeyWrite firstWrite(byte[] key, WriteOperation operation, boolean conflicting) {
    boolean hidden = operation.isVersionstamped() || unreadable.contains(key);
    boolean onAbsent = operation.isDependent() && cleared.contains(key);
    WriteOperation first = onAbsent ? operation.over(WriteOperation.ABSENT) : operation;
    return new KeyWrite(first, hidden, conflicting);
  }

  public void clear(byte[] begin, byte[] end, boolean conflicting) {
    written = true;
    Map<byte[], KeyWrite> covered = keys.subMap(begin, end);
    if (!conflicting) {
      tellClearsApart();
      keepConflicts(covered);
    } else if (someClearedQuietly) {
      conflicts.add(begin, end);
    }
    covered.clear();
    unreadable.remove(begin, end);
    cleared.add(begin, end);
  }

  /**
   * Stores cleared ranges and write conflicts separately from now on: a cleared range is a write
   * conflict only if it is in the other set too.
   */
  private void tellClearsApart() {
    if (!someClearedQuietly) {
      someClearedQuietly = true;
      cleared.ranges().forEach(range -> conflicts.add(range.begin, range.end));
    }
  }

  private void keepConflicts(Map<byte[], KeyWrite> covered) {
    covered.forEach(
        (key, write) -> {
          if (write.isConflicting()) {
            conflicts.add(key, KeyBytes.after(key));
          }
        });
  }

  public void addConflict(byte[] begin, byte[] end) {
    written = true;
    conflicts.add(begin, end);
  }

  /** Makes [begin, end) unreadable, after moving the earlier writes there to {@link #settled}. */
  public void hide(byte[] begin, byte[] end) {
    appendMutations(settled, begin, end);
    settledConflicts.addAll(conflictsWithin(begin, end));
    keys.subMap(begin, end).clear();
    cleared.remove(begin, end);
    conflicts.remove(begin, end);
    unreadable.add(begin, end);
  }

  public List<Mutation> mutations() {
    List<Mutation> mutations = new ArrayList<>(settled.size() + keys.size() + 1);
    mutations.addAll(settled);
    appendMutations(mutations, KeyBytes.EMPTY, KeyLimits.END);
    return mutations;
  }

  /** Clears come first: keys written inside them were written after them. */
  private void appendMutations(List<Mutation> mutations, byte[] begin, byte[] end) {
    if (!cleared.isEmpty()) {
      for (Range range : cleared.within(begin, end)) {
        mutations.add(new Mutation.ClearRange(range.begin, range.end));
      }
    }
    keys.subMap(begin, end).forEach((key, write) -> write.appendTo(mutations, key));
  }

  /** All write conflict ranges, settled ones first, each part sorted and disjoint. */
  public List<Range> conflictRanges() {
    List<Range> current = currentConflicts();
    if (settledConflicts.isEmpty()) {
      return current;
    }
    List<Range> all = new ArrayList<>(settledConflicts);
    all.addAll(current);
    return all;
  }

  /** The write conflict ranges without those of settled writes. */
  public List<Range> currentConflicts() {
    return conflictsWithin(KeyBytes.EMPTY, KeyLimits.END);
  }

  private List<Range> conflictsWithin(byte[] begin, byte[] end) {
    List<Range> ranges = new ArrayList<>(keys.size() + 1);
    keys.subMap(begin, end)
        .forEach(
            (key, write) -> {
              if (write.isConflicting()) {
                ranges.add(new Range(key, KeyBytes.after(key)));
              }
            });
    if (!conflicts.isEmpty()) {
      ranges.addAll(conflicts.within(begin, end));
    }
    if (!someClearedQuietly && !cleared.isEmpty()) {
      ranges.addAll(cleared.within(begin, end));
    }
    return RangeUnion.of(ranges);
  }

  public @Nullable KeyWrite at(byte[] key) {
    return keys.get(key);
  }

  public boolean isCleared(byte[] key) {
    return !cleared.isEmpty() && cleared.contains(key);
  }

  public boolean isUnreadable(byte[] key) {
    return !unreadable.isEmpty() && unreadable.contains(key);
  }
}
