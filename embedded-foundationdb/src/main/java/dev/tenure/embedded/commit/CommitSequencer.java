package dev.tenure.embedded.commit;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.conflict.ConflictHistory;
import dev.tenure.embedded.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Collects commits and gives them their order. While one group is being written, the open group
 * takes the commits that arrive; any thread with time to spare orders them. A sealed group takes no
 * more. Only the writing thread waits for the lock: another thread that finds it taken leaves its
 * commit to the holder.
 */
final class CommitSequencer {
  /** With more, a commit that began long ago asks more generations. */
  private static final int GENERATIONS = 8;

  private final VersionWindow window;
  private final EngineLimits limits;
  private final CommitQueue queue = new CommitQueue();
  private final ReentrantLock lock = new ReentrantLock();

  // guarded by the lock
  private final ConflictHistory history =
      new ConflictHistory(VersionWindow.WINDOW_VERSIONS / GENERATIONS);
  private @Nullable CommitGroup open;
  private @Nullable GroupWrites beingWritten;
  private boolean closed;

  CommitSequencer(VersionWindow window, EngineLimits limits) {
    this.window = window;
    this.limits = limits;
  }

  /** Adds a commit and returns the number of commits that are not in a sealed group. */
  int add(PendingCommit commit) {
    return queue.add(commit);
  }

  /** The number of commits that are not in a sealed group. */
  int waiting() {
    return queue.waiting();
  }

  /** Orders waiting commits, up to the limits of the open group. */
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

  /**
   * Seals the open group and returns it. Called by the thread that writes the group, after it has
   * written the previous one.
   */
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

  /** Notes that the group sealed last is visible. */
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
   * Notes that the group sealed last has failed. The commits ordered behind it fail too, and their
   * clients try again.
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

  /** Orders no more commits, and returns those that are not in a sealed group. */
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

  /** Forgets all writes at or before the floor. */
  void expire(long floor) {
    lock.lock();
    try {
      history.expire(floor);
    } finally {
      lock.unlock();
    }
  }

  /** Orders the waiting commits; whether all of them are ordered now. */
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
      GroupBase base = new GroupBase(window.newest(), beingWritten, window.hotRows());
      group = new CommitGroup(version, history, base);
      open = group;
      history.expire(window.oldestCommittable(version));
    }
    return group;
  }
}
