package dev.tenure.examples.demo;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** What the consumer has done with items. Safe for use by many threads. */
final class ItemCounts implements ConsumerListener {
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong events = new AtomicLong();

  @Override
  public void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {
    events.incrementAndGet();
  }

  @Override
  public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
    completed.incrementAndGet();
  }

  @Override
  public void itemFailed(WorkItem item, TenantId tenant, String error) {
    events.incrementAndGet();
  }

  /** Items that are done. */
  long completed() {
    return completed.get();
  }

  /** Starts and failures; more of them say that something moves. */
  long events() {
    return events.get();
  }
}
