package dev.tenure.consumer;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.trace.TraceContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** The item that a handler runs, and the operations it may call meanwhile. Thread-safe. */
public interface WorkContext {
  /** The application of {@link #tenant()} for local items, which belong to no tenant. */
  String LOCAL_APPLICATION = "tenure.local";

  /** The tenant of the item; for a local item {@code tenure.local/} and the cluster's name. */
  TenantId tenant();

  String cluster();

  String zone();

  WorkItem item();

  /**
   * The number of the attempt, 1 for the first. In-line retries have the number of the attempt that
   * they repeat.
   */
  int attempt();

  /** The present end of the item's lease, which is extended while the handler runs. */
  Instant leaseUntil();

  /**
   * Whether the handler is cancelled: its outcome has no effect any more, or soon will not have
   * one.
   */
  boolean cancelled();

  /**
   * Completes, on the consumer's executor, when the lease is lost, the execution bound is reached
   * or the consumer stops. Never fails. Completing or cancelling it has no effect on the item.
   */
  CompletableFuture<Void> cancellation();

  /** The item's attributes, as its producer set them. */
  Map<String, String> attributes();

  /** The trace of the item's producer; empty when the item has no readable trace. */
  default Optional<TraceContext> trace() {
    return TraceContext.of(attributes());
  }

  /**
   * Puts an item that this one causes into the trace of this run. An item that has a trace keeps
   * it.
   *
   * @throws IllegalArgumentException when its attributes are too large with the trace
   */
  default NewItem child(NewItem item) {
    return item.body().attributes().containsKey(TraceContext.TRACE_PARENT)
        ? item
        : trace().map(item::withTrace).orElse(item);
  }

  /**
   * Whether the item is local to its cluster and has no tenant; its effects are {@link
   * ClusterEffects}.
   */
  boolean local();

  /**
   * Makes this consumer take no further items of the item's type for a while, as if the type were
   * at its concurrency limit. Other consumers take them meanwhile. A handler calls it before it
   * returns {@link Outcome#retryAfter} or {@link Outcome#snooze}, when its process lacks something
   * that another may have.
   *
   * @param duration from zero to an hour
   */
  void rest(Duration duration);

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
