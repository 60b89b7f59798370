package dev.tenure.embedded.commit;

import com.apple.foundationdb.FDBException;
import java.util.List;

/**
 * 1020 {@code not_committed}, with the positions in {@link CommitRequest#readConflicts} of the
 * ranges in conflict.
 */
public final class CommitConflictException extends FDBException {
  private static final long serialVersionUID = 1L;
  private final transient List<Integer> conflictingReads;

  public CommitConflictException(List<Integer> conflictingReads) {
    super("Transaction not committed due to conflict with another transaction", 1020);
    this.conflictingReads = List.copyOf(conflictingReads);
  }

  public List<Integer> conflictingReads() {
    return conflictingReads;
  }
}
