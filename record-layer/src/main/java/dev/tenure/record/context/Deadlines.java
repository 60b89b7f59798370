package dev.tenure.record.context;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The time limits of all open transactions: a ring of deadlines, and one timer task that looks
 * through the ring every {@link #TICK} while it has deadlines. Time is counted in ticks and not
 * read from a clock. So a clock that jumps ends no transaction, and neither does a pause of the
 * process.
 *
 * <p>A transaction adds and removes one deadline; both cost a lock and four pointers. Thread-safe.
 */
final class Deadlines {
  /** The interval at which the ring is searched. A deadline is late by at most two intervals. */
  static final Duration TICK = Duration.ofMillis(500);

  private final ScheduledExecutorService timer;
  private final Executor executor;
  private final Deadline ring = new Deadline(this, () -> {}, Long.MAX_VALUE);
  private long ticks;
  private boolean armed;

  Deadlines(ScheduledExecutorService timer, Executor executor) {
    this.timer = timer;
    this.executor = executor;
    ring.previous = ring;
    ring.next = ring;
  }

  /** One time limit. The caller that added it ends it, unless the time passes first. */
  static final class Deadline {
    private final Deadlines all;
    private final Runnable overdue;
    private final long dueTick;
    private Deadline previous = this;
    private Deadline next = this;

    private Deadline(Deadlines all, Runnable overdue, long dueTick) {
      this.all = all;
      this.overdue = overdue;
      this.dueTick = dueTick;
    }

    /** Ends the limit, so that its action does not run. Ending it again does nothing. */
    void end() {
      all.remove(this);
    }
  }

  /**
   * Adds a deadline. Its action runs once, on the executor, unless the deadline was ended before.
   *
   * @param limit the time after which the action runs, at most two ticks later
   */
  Deadline add(Duration limit, Runnable overdue) {
    Deadline deadline;
    boolean arm;
    synchronized (this) {
      long wait = (limit.toNanos() + TICK.toNanos() - 1) / TICK.toNanos() + 1;
      deadline = new Deadline(this, overdue, ticks + wait);
      deadline.previous = ring.previous;
      deadline.next = ring;
      ring.previous.next = deadline;
      ring.previous = deadline;
      arm = !armed;
      armed = true;
    }
    if (arm) {
      arm();
    }
    return deadline;
  }

  private synchronized void remove(Deadline deadline) {
    deadline.previous.next = deadline.next;
    deadline.next.previous = deadline.previous;
    deadline.previous = deadline;
    deadline.next = deadline;
  }

  private void arm() {
    try {
      var unused = timer.schedule(this::tick, TICK.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      disarm();
    }
  }

  private synchronized void disarm() {
    armed = false;
  }

  private void tick() {
    List<Deadline> over = new ArrayList<>();
    boolean more;
    synchronized (this) {
      ticks++;
      for (Deadline each = ring.next; each != ring; each = each.next) {
        if (each.dueTick <= ticks) {
          over.add(each);
        }
      }
      over.forEach(this::remove);
      more = ring.next != ring;
      armed = more;
    }
    if (more) {
      arm();
    }
    over.forEach(this::call);
  }

  private void call(Deadline deadline) {
    try {
      executor.execute(deadline.overdue);
    } catch (RejectedExecutionException e) {
      deadline.overdue.run();
    }
  }
}
