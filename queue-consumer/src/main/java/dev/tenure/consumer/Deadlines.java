package dev.tenure.consumer;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Everything a consumer does later. One timer task stands for all deadlines, because most of them
 * are cancelled long before they are due: an item that is done in a millisecond costs the timer
 * nothing. Thread-safe.
 */
final class Deadlines {
  private static final Duration DELAY_MAX = Duration.ofHours(1);

  private final InstantSource clock;
  private final ScheduledExecutorService timer;
  private final Executor executor;
  private final TreeSet<Deadline> pending = new TreeSet<>();
  private long sequence;
  private @Nullable ScheduledFuture<?> armed;
  private Instant armedFor = Instant.MAX;
  private boolean closed;

  Deadlines(InstantSource clock, ScheduledExecutorService timer, Executor executor) {
    this.clock = clock;
    this.timer = timer;
    this.executor = executor;
  }

  /** Something to be done at a time, unless it is cancelled before. */
  final class Deadline implements Comparable<Deadline> {
    private final Instant when;
    private final long number;
    private final Runnable action;

    private Deadline(Instant when, long number, Runnable action) {
      this.when = when;
      this.number = number;
      this.action = action;
    }

    void cancel() {
      Deadlines.this.cancel(this);
    }

    @Override
    public int compareTo(Deadline other) {
      int byTime = when.compareTo(other.when);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(number);
    }
  }

  Instant now() {
    return clock.instant();
  }

  Deadline after(Duration delay, Runnable action) {
    return at(clock.instant().plus(delay), action);
  }

  /** Runs the action on the executor once the clock shows {@code when}; never after close. */
  synchronized Deadline at(Instant when, Runnable action) {
    Deadline deadline = new Deadline(when, sequence++, action);
    if (!closed) {
      pending.add(deadline);
      arm();
    }
    return deadline;
  }

  /** Drops all that is pending, and whatever comes later. */
  synchronized void close() {
    closed = true;
    pending.clear();
    disarm();
  }

  private synchronized void cancel(Deadline deadline) {
    pending.remove(deadline);
  }

  private void arm() {
    if (pending.isEmpty() || !pending.first().when.isBefore(armedFor)) {
      return;
    }
    disarm();
    armedFor = pending.first().when;
    armed = timer.schedule(this::fire, millisUntil(armedFor), TimeUnit.MILLISECONDS);
  }

  /** Rounded up: clocks are often no finer than a millisecond, and early is too early. */
  private long millisUntil(Instant when) {
    Instant now = clock.instant();
    if (!when.isAfter(now)) {
      return 0;
    }
    Instant latest = now.plus(DELAY_MAX);
    Duration delay = Duration.between(now, when.isBefore(latest) ? when : latest);
    return (delay.toNanos() + 999_999) / 1_000_000;
  }

  private void disarm() {
    if (armed != null) {
      armed.cancel(false);
      armed = null;
    }
    armedFor = Instant.MAX;
  }

  private void fire() {
    List<Deadline> due = new ArrayList<>();
    synchronized (this) {
      Instant now = clock.instant();
      armed = null;
      armedFor = Instant.MAX;
      while (!pending.isEmpty() && !pending.first().when.isAfter(now)) {
        due.add(pending.pollFirst());
      }
      arm();
    }
    for (Deadline deadline : due) {
      executor.execute(deadline.action);
    }
  }
}
