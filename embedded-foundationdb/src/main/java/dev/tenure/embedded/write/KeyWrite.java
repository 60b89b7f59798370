package dev.tenure.embedded.write;

import com.apple.foundationdb.MutationType;
import dev.tenure.embedded.commit.Mutation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one transaction to one key, oldest first. Writes that can be combined are combined.
 * Mutable; belongs to its {@link WriteBuffer}.
 */
public final class KeyWrite {
  private WriteOperation first;
  private @Nullable ArrayList<WriteOperation> more;
  private boolean unreadable;
  private boolean conflicting;

  KeyWrite(WriteOperation first, boolean unreadable, boolean conflicting) {
    this.first = first;
    this.unreadable = unreadable;
    this.conflicting = conflicting;
  }

  KeyWrite copy() {
    KeyWrite copy = new KeyWrite(first, unreadable, conflicting);
    copy.more = more == null ? null : new ArrayList<>(more);
    return copy;
  }

  /** Adds a write. */
  void add(WriteOperation operation) {
    if (!unreadable
        && (operation.isSet() || (operation.isVersionstamped() && !isStampedKey(operation)))) {
      first = operation;
      more = null;
    } else if (unreadable || operation.isVersionstamped() || !operation.folds(top())) {
      push(operation);
    } else {
      replaceTop(operation.over(top()));
    }
    unreadable |= operation.isVersionstamped();
  }

  private static boolean isStampedKey(WriteOperation operation) {
    return operation.type() == MutationType.SET_VERSIONSTAMPED_KEY;
  }

  private WriteOperation top() {
    return more == null ? first : more.get(more.size() - 1);
  }

  private void replaceTop(WriteOperation operation) {
    if (more == null) {
      first = operation;
    } else {
      more.set(more.size() - 1, operation);
    }
  }

  private void push(WriteOperation operation) {
    if (more == null) {
      more = new ArrayList<>(2);
    }
    more.add(operation);
  }

  /** Whether the value is unknown before the commit. */
  public boolean isUnreadable() {
    return unreadable;
  }

  /** Whether the resulting value depends on the stored value. */
  public boolean isDependent() {
    return first.isDependent();
  }

  /** Whether the key itself is a write conflict, in addition to the buffer's conflict ranges. */
  boolean isConflicting() {
    return conflicting;
  }

  void addConflict() {
    conflicting = true;
  }

  /** The resulting value over a stored value; null when the key is absent. */
  public byte @Nullable [] over(byte @Nullable [] stored) {
    if (more == null && !first.isDependent()) {
      return first.value();
    }
    WriteOperation current = first.over(WriteOperation.set(stored));
    if (more != null) {
      for (WriteOperation each : more) {
        current = each.over(current);
      }
    }
    return current.value();
  }

  void appendTo(List<Mutation> mutations, byte[] key) {
    mutations.add(first.toMutation(key));
    if (more != null) {
      for (WriteOperation each : more) {
        mutations.add(each.toMutation(key));
      }
    }
  }
}
