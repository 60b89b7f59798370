package dev.tenure.embedded.transaction;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.embedded.storage.Keys;
import java.util.ArrayList;
import java.util.List;

/**
 * The writes of a transaction that does not read its own, in the order they were made. Used under
 * the attempt's monitor.
 */
final class DirectWrites {
  private final List<Mutation> mutations = new ArrayList<>();
  private final List<Range> conflicts = new ArrayList<>();

  void mutate(byte[] key, Operation operation, boolean conflicting) {
    mutations.add(operation.toMutation(key));
    if (conflicting && operation.type() != MutationType.SET_VERSIONSTAMPED_KEY) {
      addConflict(key, Keys.after(key));
    }
  }

  void clear(byte[] begin, byte[] end, boolean conflicting) {
    mutations.add(new Mutation.ClearRange(begin, end));
    if (conflicting) {
      addConflict(begin, end);
    }
  }

  void addConflict(byte[] begin, byte[] end) {
    conflicts.add(new Range(begin, end));
  }

  List<Mutation> mutations() {
    return mutations;
  }

  List<Range> conflicts() {
    return conflicts;
  }
}
