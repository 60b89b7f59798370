package dev.tenure.consumer;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.trace.TraceContext;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** What a handler may know and do while it runs one item. Thread-safe. */
public interface WorkContext {
  /** The application of {@link #tenant()} for local items, which belong to no tenant. */
  String LOCAL_APPLICATION = "tenure.local";

  /** Whose item it is; for a local item {@code tenure.local/} and the cluster's name. */
  TenantId tenant();

  String cluster();

  String zone();

  WorkItem item();

  /** 1 for the first attempt; in-line retries have the number of the attempt they repeat. */
  int attempt();

  /** Until when the item is held as of now; the lease is extended while the handler runs. */
  Instant leaseUntil();

  /**
   * Whether the handler should give up: its outcome is not wanted any more, or soon will not be.
   */
  boolean cancelled();

  /**
   * Completes, on the consumer's executor, when the lease is lost, the execution bound is reached
   * or the consumer stops. Never fails. Completing or cancelling it has no effect on the item.
   */
  CompletableFuture<Void> cancellation();

  /** The item's attributes, as its producer set them. */
  Map<String, String> attributes();

  /** The trace that the item's producer was in; empty when it has none that can be read. */
  default Optional<TraceContext> trace() {
    return TraceContext.of(attributes());
  }

  /**
   * An item that this one causes: as it is given, in the trace of this run. A trace that it has
   * already is kept.
   *
   * @throws IllegalArgumentException when its attributes are too large with the trace
   */
  default NewItem child(NewItem item) {
    return item.body().attributes().containsKey(TraceContext.TRACE_PARENT)
        ? item
        : trace().map(item::withTrace).orElse(item);
  }

  /** Whether the item is local to its cluster and has no tenant; it cannot have effects. */
  boolean local();

  /**
   * Runs blocking work on the consumer's worker executor and interrupts its thread on cancellation.
   * The item counts as running until the work has returned.
   *
   * @return fails with {@link IllegalStateException} when the consumer was built without a worker
   *     executor, and with {@link java.util.concurrent.CancellationException} when cancelled before
   *     it began
   */
  <T> CompletableFuture<T> runBlocking(Callable<T> work);
}
