package dev.tenure.embedded.write;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayList;
import java.util.List;

/**
 * The writes of a transaction that does not read its own writes, in their order. Used under the
 * attempt's monitor.
 */
public final class DirectWrites {
  private final List<Mutation> mutations = new ArrayList<>();
  private final List<Range> conflicts = new ArrayList<>();

  public void mutate(byte[] key, WriteOperation operation, boolean conflicting) {
    mutations.add(operation.toMutation(key));
    if (conflicting && operation.type() != MutationType.SET_VERSIONSTAMPED_KEY) {
      addConflict(key, KeyBytes.after(key));
    }
  }

  public void clear(byte[] begin, byte[] end, boolean conflicting) {
    mutations.add(new Mutation.ClearRange(begin, end));
    if (conflicting) {
      addConflict(begin, end);
    }
  }

  public void addConflict(byte[] begin, byte[] end) {
    conflicts.add(new Range(begin, end));
  }

  public List<Mutation> mutations() {
    return mutations;
  }

  public List<Range> conflicts() {
    return conflicts;
  }
}
