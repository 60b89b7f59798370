package dev.tenure.consumer.environment;

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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs actions of one consumer at later times. One task of the timer serves all deadlines. Most
 * deadlines are cancelled long before they are due, so an item that is done within a millisecond
 * costs the timer nothing. Thread-safe.
 */
public final class Scheduler {
  private static final Duration DELAY_MAX = Duration.ofHours(1);

  private final InstantSource clock;
  private final ScheduledExecutorService timer;
  private final Executor executor;
  private final TreeSet<Scheduled> pending = new TreeSet<>();
  private long sequence;
  private @Nullable ScheduledFuture<?> armed;
  private Instant armedFor = Instant.MAX;
  private boolean closed;
  private @Nullable Consumer<Throwable> refused;

  public Scheduler(InstantSource clock, ScheduledExecutorService timer, Executor executor) {
    this.clock = clock;
    this.timer = timer;
    this.executor = executor;
  }

  /** An action that runs at a time unless it is cancelled before. */
  public final class Scheduled implements Comparable<Scheduled> {
    private Instant when;
    private final long number;
    private final Executor on;
    private final Runnable action;

    private Scheduled(Instant when, long number, Executor on, Runnable action) {
      this.when = when;
      this.number = number;
      this.on = on;
      this.action = action;
    }

    public void cancel() {
      Scheduler.this.cancel(this);
    }

    @Override
    public int compareTo(Scheduled other) {
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

  public Instant now() {
    return clock.instant();
  }

  public Scheduled after(Duration delay, Runnable action) {
    return at(clock.instant().plus(delay), action);
  }

  /**
   * As {@link #after}, on the timer's thread, for an action that must run though the executor
   * refuses all tasks. The action must be short.
   */
  public Scheduled afterOnTimer(Duration delay, Runnable action) {
    return at(clock.instant().plus(delay), Runnable::run, action);
  }

  /**
   * Calls the action, on any thread, when the timer refuses a task, so that no later action can
   * run.
   */
  public synchronized void whenRefused(Consumer<Throwable> action) {
    refused = action;
  }

  /**
   * Runs the action on the executor once the clock shows {@code when}, unless the scheduler is
   * closed before.
   */
  public Scheduled at(Instant when, Runnable action) {
    return at(when, executor, action);
  }

  private Scheduled at(Instant when, Executor on, Runnable action) {
    Scheduled deadline;
    Runnable refusal = null;
    synchronized (this) {
      deadline = new Scheduled(when, sequence++, on, action);
      if (!closed) {
        pending.add(deadline);
        refusal = arm();
      }
    }
    tell(refusal);
    return deadline;
  }

  private static void tell(@Nullable Runnable refusal) {
    if (refusal != null) {
      refusal.run();
    }
  }

  /** Drops all pending actions and those that are added later. */
  public synchronized void close() {
    closed = true;
    pending.clear();
    disarm();
  }

  /**
   * Called when the clock was corrected: moves all pending actions by the correction, so that their
   * delays stay the same.
   */
  public void clockMoved(Duration by) {
    Runnable refusal;
    synchronized (this) {
      List<Scheduled> moved = List.copyOf(pending);
      pending.clear();
      for (Scheduled deadline : moved) {
        deadline.when = deadline.when.plus(by);
        pending.add(deadline);
      }
      disarm();
      refusal = arm();
    }
    tell(refusal);
  }

  private synchronized void cancel(Scheduled deadline) {
    pending.remove(deadline);
  }

  /**
   * Sets the timer for the next action. Returns the notice to give, outside the lock, if the timer
   * refused.
   */
  private @Nullable Runnable arm() {
    if (pending.isEmpty() || !pending.first().when.isBefore(armedFor)) {
      return null;
    }
    disarm();
    Instant first = pending.first().when;
    try {
      armed = timer.schedule(this::fire, millisUntil(first), TimeUnit.MILLISECONDS);
      armedFor = first;
      return null;
    } catch (Throwable e) { // a timer that refuses has been shut down
      Consumer<Throwable> told = refused;
      return told == null ? null : () -> told.accept(e);
    }
  }

  /** The delay until a time, rounded up to a millisecond so that no action runs too early. */
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
    List<Scheduled> due = new ArrayList<>();
    Runnable refusal;
    synchronized (this) {
      Instant now = clock.instant();
      armed = null;
      armedFor = Instant.MAX;
      while (!pending.isEmpty() && !pending.first().when.isAfter(now)) {
        due.add(pending.pollFirst());
      }
      refusal = arm();
    }
    for (Scheduled deadline : due) {
      deadline.on.execute(deadline.action);
    }
    tell(refusal);
  }
}
