package dev.tenure.examples.demo;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the items of the consumer. Safe for use by many threads. */
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

  /** The number of completed items. */
  long completed() {
    return completed.get();
  }

  /** The number of starts and failures, whose growth shows progress. */
  long events() {
    return events.get();
  }
}
