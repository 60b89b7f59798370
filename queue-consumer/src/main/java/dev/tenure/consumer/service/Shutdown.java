package dev.tenure.consumer.service;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.consumer.run.Worker;
import dev.tenure.consumer.scan.Scanner;
import dev.tenure.consumer.upkeep.Heartbeats;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Stops a consumer gracefully. Items that have not begun are given back at once. Running handlers
 * may finish; later they are cancelled, and at the deadline their items are given back. None of
 * this counts as a failed attempt.
 */
final class Shutdown {
  private static final Duration GRACE_MOST = Duration.ofSeconds(2);

  private final Environment environment;
  private final Scanner scanner;
  private final Worker worker;
  private final InFlightRegistry inFlightItems;
  private final Heartbeats heartbeats;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();

  Shutdown(
      Environment environment,
      Scanner scanner,
      Worker worker,
      InFlightRegistry inFlightItems,
      Heartbeats heartbeats) {
    this.environment = environment;
    this.scanner = scanner;
    this.worker = worker;
    this.inFlightItems = inFlightItems;
    this.heartbeats = heartbeats;
  }

  CompletableFuture<Void> stopped() {
    return stopped.copy();
  }

  /** Begins the stop; called once, when the consumer is STOPPING. */
  void begin(Duration deadline) {
    Duration quarter = deadline.dividedBy(4);
    Duration grace = quarter.compareTo(GRACE_MOST) < 0 ? quarter : GRACE_MOST;
    Scheduler scheduler = environment.time();
    scheduler.after(deadline.minus(grace), () -> worker.cancel(items()));
    scheduler.after(deadline.minus(grace.dividedBy(2)), () -> worker.releaseRunning(items()));
    scheduler.afterOnTimer(deadline, this::end);
    environment.whenDone(
        scanner.stop().thenCompose(done -> emptied()).thenCompose(done -> heartbeats.leave()),
        environment.executor(),
        (done, error) -> end());
  }

  private CompletableFuture<Void> emptied() {
    worker.releaseWaiting();
    return inFlightItems.whenEmpty();
  }

  private List<InFlightItem> items() {
    return inFlightItems.items();
  }

  private void end() {
    if (environment.lifeCycle().move(ConsumerStatus.Phase.STOPPING, ConsumerStatus.Phase.STOPPED)) {
      environment.time().close();
      stopped.complete(null);
    }
  }

  /** Ends the stop at once, in whatever phase it is. */
  void halt() {
    environment.lifeCycle().halt();
    environment.time().close();
    worker.drop(inFlightItems.clear());
    scanner.stop(settled -> stopped.complete(null));
    if (environment.executor().isOver()) {
      stopped.complete(null);
    }
  }

  /** Completes the stop of a consumer that was never started. */
  void skip() {
    stopped.complete(null);
  }
}
