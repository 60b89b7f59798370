package dev.tenure.consumer.inflight;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.environment.Scheduler;
import java.time.Instant;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How many more items may be leased here: one for each idle worker, and, while items are short, as
 * many again as are started in an eighth of a second, beyond 128 in an eightieth, so that workers
 * need not wait for visits. With long items nothing is leased that cannot start. Thread-safe.
 */
public final class Capacity {
  private static final int PARTS_OF_SECOND = 8;
  private static final int WAITING_LONG = 128;
  private static final int SHORT_PARTS_OF_SECOND = 80;
  private static final int VISITS_IN_SECOND = 200;

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

  /** Runs the action, on the executor, each time that capacity asked for in vain has come. */
  public synchronized void whenAvailable(Runnable action) {
    available = action;
  }

  /**
   * How many items a visit may take though others wait: the paper's dequeue_max, or, while items
   * are so short that this is more, what is started here in 5 ms. So a zone is ahead of the others
   * by a time and not by a number, and the cost of a visit is shared by more items.
   */
  public synchronized int visitMax() {
    roll(time.now());
    return visitSize();
  }

  private int visitSize() {
    return Math.min(visitMost, Math.max(visitLeast, recent() / VISITS_IN_SECOND));
  }

  /** Takes room for at most {@code most} items; returns for how many, zero when there is none. */
  public synchronized int take(int most) {
    int free = Math.min(most, free());
    taken += free;
    return free;
  }

  /** Whether a visit is worth while; if not, the callback follows once it is. */
  public synchronized boolean ask() {
    asked = !enough();
    return !asked;
  }

  /** An item's handler begins; it keeps its slot. */
  public synchronized void started() {
    roll(time.now());
    startedThisSecond++;
  }

  /** Takes back room that had been freed too early, though there may be none. */
  public synchronized void retake(int slots) {
    taken += slots;
  }

  /** WorkerSlots that are not needed any more: handlers have finished, or visits took less. */
  public void free(int slots) {
    change(-slots, 0);
  }

  /** A handler has finished, and its item's end is about to be committed. */
  public void ending() {
    change(0, 1);
  }

  public void ended() {
    change(0, -1);
  }

  /** WorkerSlots taken, by items and by visits under way. */
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

  /** Room for a visit; while many wait ahead of the workers, half of that is soon enough. */
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
