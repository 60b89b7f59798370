package dev.tenure.embedded.commit;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.conflict.ConflictHistory;
import dev.tenure.embedded.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Collects commits and gives them their order. The group that is open takes them as they come, on
 * whatever thread has time for it, while the group before is being written; one that is sealed
 * takes no more. Nobody waits for the lock but who writes: others leave to its holder what they
 * brought.
 */
final class CommitSequencer {
  private final VersionWindow window;
  private final EngineLimits limits;
  private final CommitQueue queue = new CommitQueue();
  private final ReentrantLock lock = new ReentrantLock();

  // guarded by the lock
  private final ConflictHistory history = new ConflictHistory();
  private @Nullable CommitGroup open;
  private @Nullable GroupWrites beingWritten;
  private boolean closed;

  CommitSequencer(VersionWindow window, EngineLimits limits) {
    this.window = window;
    this.limits = limits;
  }

  /** Adds a commit and returns how many are not in a sealed group. */
  int add(PendingCommit commit) {
    return queue.add(commit);
  }

  /** How many commits are not in a sealed group. */
  int waiting() {
    return queue.waiting();
  }

  /** Gives commits that wait their places, as far as the open group takes them. */
  void catchUp() {
    boolean room = true;
    while (room && !queue.isEmpty() && lock.tryLock()) {
      try {
        room = orderAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** The next group, to which nothing is added any more. By who writes it, after the one before. */
  CommitGroup seal() {
    lock.lock();
    try {
      boolean unused = orderAll();
      CommitGroup group = open();
      group.seal();
      open = null;
      beingWritten = group.writes();
      queue.taken(group.commits().size());
      return group;
    } finally {
      lock.unlock();
    }
  }

  /** The group sealed last is visible. */
  void written(CommitGroup group) {
    lock.lock();
    try {
      beingWritten = null;
      history.written(group.version());
    } finally {
      lock.unlock();
    }
  }

  /**
   * The group sealed last came to nothing, so what was ordered behind it cannot be: its clients are
   * to try again.
   */
  void abandoned(CommitGroup group) {
    lock.lock();
    try {
      beingWritten = null;
      history.abandoned(group.version());
      if (open != null) {
        open.fail(FdbErrors.exception(FdbErrors.NOT_COMMITTED));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives no more places; returns all that have none in a sealed group. */
  List<PendingCommit> close() {
    lock.lock();
    try {
      closed = true;
      List<PendingCommit> refused = new ArrayList<>();
      if (open != null) {
        open.seal();
        refused.addAll(open.commits());
        open = null;
        window.abandonGroup();
      }
      for (PendingCommit next = queue.next(); next != null; next = queue.next()) {
        refused.add(next);
      }
      queue.taken(refused.size());
      return refused;
    } finally {
      lock.unlock();
    }
  }

  /** Forgets all that was written at or before the floor. */
  void expire(long floor) {
    lock.lock();
    try {
      history.expireAll(floor);
    } finally {
      lock.unlock();
    }
  }

  /** Whether all that wait have places. */
  private boolean orderAll() {
    while (!queue.isEmpty()) {
      if (closed || (open != null && isFull(open))) {
        return false;
      }
      PendingCommit next = queue.next();
      if (next != null) {
        order(next);
      }
    }
    return true;
  }

  private boolean isFull(CommitGroup group) {
    return group.commits().size() >= limits.groupTransactionsMax()
        || group.bytes() >= limits.groupBytesMax();
  }

  private void order(PendingCommit commit) {
    CommitGroup group = open();
    group.add(commit);
    if (group.failure() == null) {
      try {
        group.order(commit, window.oldestCommittable(group.version()));
      } catch (FDBException e) {
        group.fail(e);
      } catch (StorageException e) {
        group.fail(FdbErrors.ioError(e));
      } catch (RuntimeException | Error e) {
        group.fail(FdbErrors.internalError(e));
      }
    }
  }

  private CommitGroup open() {
    CommitGroup group = open;
    if (group == null) {
      long version = window.beginGroup();
      GroupBase base = new GroupBase(window.newest(), beingWritten);
      group = new CommitGroup(version, history, base);
      open = group;
      history.expireSome(window.oldestCommittable(version));
    }
    return group;
  }
}
