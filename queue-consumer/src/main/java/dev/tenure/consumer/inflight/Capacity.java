package dev.tenure.consumer.inflight;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.environment.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Computes how many more items this consumer may lease. Each idle worker may have one. While items
 * are short, more are leased ahead, so that workers need not wait for visits: as many as start in
 * an eighth of a second, up to 128, and beyond 128 as many as start in an eightieth. While items
 * are long, none is leased that cannot start at once. Thread-safe.
 */
public final class Capacity {
  private static final int PARTS_OF_SECOND = 8;
  private static final int WAITING_LONG = 128;
  private static final int SHORT_PARTS_OF_SECOND = 80;
  private static final int VISITS_IN_SECOND = 200;

  /** Workers that all have been busy for this long, and none of which became free, are stuck. */
  static final Duration STUCK = Duration.ofSeconds(10);

  private final int workers;
  private final int waitingMax;
  private final int wantedLeast;
  private final int endingMax;
  private final int visitLeast;
  private final int visitMost;
  private final Scheduler time;
  private final Executor executor;

  private @Nullable Runnable available;
  private int taken;
  private Instant changedAt = Instant.MAX;
  private int ending;
  private boolean asked;
  private long second;
  private int startedThisSecond;
  private int startedLastSecond;

  public Capacity(ConsumerOptions options, Scheduler time, Executor executor) {
    this.workers = options.workers();
    this.waitingMax = options.tuning().waitingMax();
    this.wantedLeast = Math.max(1, Math.min(options.dequeueMax(), waitingMax));
    this.endingMax = options.tuning().endingMax();
    this.visitLeast = options.dequeueMax();
    this.visitMost = options.dequeueMaxAlone();
    this.time = time;
    this.executor = executor;
  }

  /**
   * Runs the action on the executor each time that there is room after a request for it had failed.
   */
  public synchronized void whenAvailable(Runnable action) {
    available = action;
  }

  /**
   * The most items that a visit may lease while other zones wait: the paper's dequeue_max, or the
   * number of items started here in 5 ms if that is larger. So a zone with short items is ahead of
   * the others by a time instead of a number, and more items share the cost of a visit.
   */
  public synchronized int visitMax() {
    roll(time.now());
    return visitSize();
  }

  private int visitSize() {
    return Math.min(visitMost, Math.max(visitLeast, recent() / VISITS_IN_SECOND));
  }

  /**
   * Takes slots for at most {@code most} items, and returns the number of slots taken; zero when
   * there is no room.
   */
  public synchronized int take(int most) {
    int free = Math.min(most, free());
    taken += free;
    changedAt = time.now();
    return free;
  }

  /** Whether there is room for a visit. If there is not, the callback follows once there is. */
  public synchronized boolean ask() {
    asked = !enough();
    return !asked;
  }

  /** Notes that an item's handler begins. The item keeps its slot. */
  public synchronized void started() {
    roll(time.now());
    startedThisSecond++;
  }

  /**
   * Whether all workers have been busy for {@link #STUCK}, and none has become free meanwhile.
   * Others should not leave work to this consumer.
   */
  public synchronized boolean isStuck() {
    return taken >= workers && Duration.between(changedAt, time.now()).compareTo(STUCK) >= 0;
  }

  /** Takes back slots that were freed too early, even when no room is left. */
  public synchronized void retake(int slots) {
    taken += slots;
  }

  /** Frees slots whose handlers have finished, or that a visit did not need. */
  public void free(int slots) {
    change(-slots, 0);
  }

  /** Notes that a handler has finished and the end of its item is about to be committed. */
  public void ending() {
    change(0, 1);
  }

  public void ended() {
    change(0, -1);
  }

  /** The number of slots taken by items and by visits under way. */
  public synchronized int taken() {
    return taken;
  }

  public synchronized int endings() {
    return ending;
  }

  private void change(int takenBy, int endingBy) {
    @Nullable Runnable call = null;
    synchronized (this) {
      taken += takenBy;
      changedAt = takenBy == 0 ? changedAt : time.now();
      ending += endingBy;
      if (asked && enough()) {
        asked = false;
        call = available;
      }
    }
    if (call != null) {
      executor.execute(call);
    }
  }

  private boolean enough() {
    int free = free();
    return free > 0 && (taken < workers || free >= wanted());
  }

  /**
   * The room that makes a visit worth while. While many items wait for workers, it is half of the
   * room ahead of them.
   */
  private int wanted() {
    return Math.max(wantedLeast, Math.min(visitSize(), ahead() / 2));
  }

  private int free() {
    if (ending >= endingMax) {
      return 0;
    }
    roll(time.now());
    return Math.max(0, workers + ahead() - taken);
  }

  private int ahead() {
    int recent = recent();
    int ahead = Math.min(WAITING_LONG, recent / PARTS_OF_SECOND);
    return Math.min(waitingMax, Math.max(ahead, recent / SHORT_PARTS_OF_SECOND));
  }

  private int recent() {
    return Math.max(startedThisSecond, startedLastSecond);
  }

  private void roll(Instant now) {
    long current = now.getEpochSecond();
    if (current != second) {
      startedLastSecond = current == second + 1 ? startedThisSecond : 0;
      startedThisSecond = 0;
      second = current;
    }
  }
}
