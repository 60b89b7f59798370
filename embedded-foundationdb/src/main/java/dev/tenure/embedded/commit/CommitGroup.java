package dev.tenure.embedded.commit;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.conflict.ConflictHistory;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that share one commit version. Each transaction is checked against all writes
 * before it, also those of the same group. It is then either rejected or carried out on {@link
 * GroupWrites}.
 */
final class CommitGroup implements Mutation.Target {

  /** A transaction that does not commit, with the reason. */
  record Rejected(PendingCommit commit, FDBException cause) {}

  private final long version;
  private final ConflictHistory history;
  private final GroupBase base;
  private final GroupWrites writes;
  private final List<PendingCommit> commits = new ArrayList<>();
  private final List<PendingCommit> accepted = new ArrayList<>();
  private final List<Rejected> rejected = new ArrayList<>();
  private long bytes;
  private boolean durable;
  private @Nullable FDBException failure;

  /**
   * @param base the rows that the transactions read; released when the group is sealed
   */
  CommitGroup(long version, ConflictHistory history, GroupBase base) {
    this.version = version;
    this.history = history;
    this.base = base;
    this.writes = new GroupWrites(base);
  }

  /**
   * Adds a commit, unless the group has failed. {@link #order} then gives the commit its position.
   */
  void add(PendingCommit commit) {
    commits.add(commit);
    bytes += commit.bytes();
  }

  /** Closes the group to further commits. */
  void seal() {
    base.release();
  }

  /** Fails all transactions of the group with this error. */
  void fail(FDBException cause) {
    failure = failure == null ? cause : failure;
  }

  @Nullable FDBException failure() {
    return failure;
  }

  /** All commits that were added. */
  List<PendingCommit> commits() {
    return commits;
  }

  /** The bytes of all mutations of the group. */
  long bytes() {
    return bytes;
  }

  /**
   * Gives the next transaction its position: checks it, and rejects it or carries it out.
   *
   * @param oldestVersion the oldest read version that can still commit
   */
  void order(PendingCommit commit, long oldestVersion) {
    long readVersion = commit.request().readVersion();
    if (readVersion >= 0 && readVersion < oldestVersion) {
      FDBException tooOld = FdbErrors.exception(FdbErrors.TRANSACTION_TOO_OLD);
      rejected.add(new Rejected(commit, tooOld));
      return;
    }
    List<Integer> conflicts = commit.conflicts(history);
    if (!conflicts.isEmpty()) {
      rejected.add(new Rejected(commit, new CommitConflictException(conflicts)));
      return;
    }
    carryOut(commit.request());
    accepted.add(commit);
  }

  long version() {
    return version;
  }

  GroupWrites writes() {
    return writes;
  }

  /** The transactions that commit. The index in the list is the batch order. */
  List<PendingCommit> accepted() {
    return accepted;
  }

  List<Rejected> rejected() {
    return rejected;
  }

  /** Whether an accepted transaction must be on disk before it is acknowledged. */
  boolean isDurable() {
    return durable;
  }

  private void carryOut(CommitRequest request) {
    for (Range range : request.writeConflicts()) {
      if (KeyBytes.isBefore(range.begin, range.end)) {
        history.add(range.begin, range.end, version);
      }
    }
    request.mutations().forEach(mutation -> mutation.applyTo(this));
    durable |= !request.durabilityRisky();
  }

  @Override
  public void set(byte[] key, byte[] value) {
    writes.set(key, value);
  }

  @Override
  public void clear(byte[] begin, byte[] end) {
    writes.clear(begin, end);
  }

  @Override
  public void change(Mutation.Atomic atomic) {
    if (atomic.type() == MutationType.SET_VERSIONSTAMPED_KEY) {
      byte[] key = Versionstamps.fill(atomic.key(), version, accepted.size());
      history.add(key, KeyBytes.after(key), version);
      writes.set(key, atomic.operand());
    } else if (atomic.type() == MutationType.SET_VERSIONSTAMPED_VALUE) {
      writes.set(atomic.key(), Versionstamps.fill(atomic.operand(), version, accepted.size()));
    } else {
      writes.change(atomic.type(), atomic.key(), atomic.operand());
    }
  }
}
