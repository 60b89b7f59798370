package dev.tenure.bench.peers;

import dev.tenure.bench.measure.Percentiles;
import dev.tenure.bench.peers.system.ConsumerObserver;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Records, by the number of each item, when it was due, enqueued and started, and counts completed
 * items. Thread-safe. Times are those of {@link System#nanoTime}.
 */
final class ItemTimes implements ConsumerObserver {
  private static final long NEVER = Long.MIN_VALUE;

  private final AtomicLongArray due;
  private final AtomicLongArray committed;
  private final AtomicLongArray started;
  private final AtomicLong repeated = new AtomicLong();
  private final CountDownLatch uncompleted;
  private volatile long lastNanos;

  ItemTimes(int items) {
    due = never(items);
    committed = never(items);
    started = never(items);
    uncompleted = new CountDownLatch(items);
  }

  private static AtomicLongArray never(int items) {
    AtomicLongArray times = new AtomicLongArray(items);
    for (int i = 0; i < items; i++) {
      times.set(i, NEVER);
    }
    return times;
  }

  int items() {
    return due.length();
  }

  void due(int number, long nanos) {
    due.set(number, nanos);
  }

  void committed(int number) {
    committed.set(number, System.nanoTime());
  }

  @Override
  public void started(long number) {
    if (!started.compareAndSet((int) number, NEVER, System.nanoTime())) {
      repeated.incrementAndGet();
    }
  }

  @Override
  public void completed() {
    lastNanos = System.nanoTime();
    uncompleted.countDown();
  }

  long uncompleted() {
    return uncompleted.getCount();
  }

  /** The number of handler calls beyond the first call for each item. */
  long repeated() {
    return repeated.get();
  }

  /** The time of the last completion. */
  long lastNanos() {
    return lastNanos;
  }

  /**
   * Waits until all items are completed.
   *
   * @throws IllegalStateException when they are not within that time
   */
  void await(Duration most) throws InterruptedException {
    if (!uncompleted.await(most.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException(
          uncompleted() + " of " + items() + " items were not completed within " + most);
    }
  }

  /** The times from the due time of each item to the start of its handler. */
  Percentiles fromDue(int from, int to) {
    return between(due, started, from, to);
  }

  /**
   * The times from the acknowledged enqueue to the start of the handler; zero when it starts
   * before.
   */
  Percentiles fromCommitted(int from, int to) {
    return between(committed, started, from, to);
  }

  /** The times from the due time of each item to its acknowledged enqueue. */
  Percentiles enqueuing(int from, int to) {
    return between(due, committed, from, to);
  }

  private static Percentiles between(AtomicLongArray begin, AtomicLongArray end, int from, int to) {
    Percentiles nanos = new Percentiles();
    for (int i = from; i < to; i++) {
      if (begin.get(i) == NEVER || end.get(i) == NEVER) {
        throw new IllegalStateException("item " + i + " has no time, it was lost");
      }
      nanos.add(Math.max(0, end.get(i) - begin.get(i)));
    }
    return nanos;
  }
}
