package dev.tenure.bench.paper;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.pointer.VisitResult;
import dev.tenure.queue.zone.LeasedItem;
import java.time.Duration;
import java.util.Arrays;

/**
 * Measures the waiting times of zones and items. A zone waits from its first item, or from a visit
 * that left items in it, until the visit that takes its next item begins. An item waits from its
 * enqueue until its handler is called. Thread-safe. Except for the counts, results are read after
 * the run has ended.
 */
final class WaitTimes implements ConsumerListener {
  private final PaperWorld world;
  private final long[] readySince;
  private final int[] waiting;
  private final Latencies pointers;
  private final Latencies items;
  private int longest;
  private long completed;
  private long enqueued;

  WaitTimes(PaperWorld world, int tenants, Duration interval) {
    this.world = world;
    this.readySince = new long[tenants];
    this.waiting = new int[tenants];
    this.pointers = new Latencies(interval.toNanos());
    this.items = new Latencies(interval.toNanos());
  }

  long now() {
    return world.nanos();
  }

  /** Notes that a transaction which adds items to the tenant's zone is being built. */
  synchronized void enqueueing(int tenant) {
    if (waiting[tenant] <= 0) {
      readySince[tenant] = now();
    }
  }

  /**
   * Notes that the transaction has committed. A consumer may have seen its items before this call.
   */
  synchronized void enqueued(int tenant, int count) {
    waiting[tenant] += count;
    enqueued += count;
    longest = Math.max(longest, waiting[tenant]);
  }

  /** Begins the measurement: all waiting zones and items count as ready from now on. */
  synchronized void begin() {
    Arrays.fill(readySince, now());
  }

  @Override
  public synchronized void visit(VisitResult result) {
    if (result instanceof VisitResult.Taken taken && !taken.items().isEmpty()) {
      LeasedItem first = taken.items().get(0);
      int tenant = PaperWork.Origin.of(first.item().body().orElseThrow()).tenant();
      long began = began(first);
      pointers.add(now(), began - readySince[tenant]);
      waiting[tenant] -= taken.items().size();
      readySince[tenant] = began;
    }
  }

  private long began(LeasedItem leased) {
    Duration untilEnd = Duration.between(world.now(), leased.lease().until());
    return now() + untilEnd.minus(leased.lease().duration()).toNanos();
  }

  @Override
  public synchronized void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {
    items.add(now(), now() - PaperWork.Origin.of(item.body().orElseThrow()).nanos());
  }

  @Override
  public synchronized void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
    completed++;
  }

  Latencies pointers() {
    return pointers;
  }

  Latencies items() {
    return items;
  }

  /** The most items that waited in one zone, counted by committed enqueues and visits. */
  synchronized int longest() {
    return longest;
  }

  synchronized long completed() {
    return completed;
  }

  synchronized long enqueued() {
    return enqueued;
  }
}
