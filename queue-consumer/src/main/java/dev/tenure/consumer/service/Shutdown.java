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
 * A graceful stop: what is leased and not begun is given back at once, what runs may finish, then
 * is asked to give up, then is given back too. None of it counts as a failure.
 */
final class Shutdown {
  private static final Duration GRACE_MOST = Duration.ofSeconds(2);

  private final Environment environment;
  private final Scanner scanner;
  private final Worker worker;
  private final InFlightRegistry inHand;
  private final Heartbeats heartbeats;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();

  Shutdown(
      Environment environment,
      Scanner scanner,
      Worker worker,
      InFlightRegistry inHand,
      Heartbeats heartbeats) {
    this.environment = environment;
    this.scanner = scanner;
    this.worker = worker;
    this.inHand = inHand;
    this.heartbeats = heartbeats;
  }

  CompletableFuture<Void> stopped() {
    return stopped.copy();
  }

  /** Begun once; the consumer is STOPPING. */
  void begin(Duration deadline) {
    Duration quarter = deadline.dividedBy(4);
    Duration grace = quarter.compareTo(GRACE_MOST) < 0 ? quarter : GRACE_MOST;
    Scheduler scheduler = environment.time();
    scheduler.after(deadline.minus(grace), () -> worker.cancel(items()));
    scheduler.after(deadline.minus(grace.dividedBy(2)), () -> worker.releaseRunning(items()));
    scheduler.after(deadline, this::end);
    environment.whenDone(
        scanner.stop().thenCompose(done -> emptied()).thenCompose(done -> heartbeats.leave()),
        environment.executor(),
        (done, error) -> end());
  }

  private CompletableFuture<Void> emptied() {
    worker.releaseWaiting();
    return inHand.whenEmpty();
  }

  private List<InFlightItem> items() {
    return inHand.items();
  }

  private void end() {
    if (environment.lifeCycle().move(ConsumerStatus.Phase.STOPPING, ConsumerStatus.Phase.STOPPED)) {
      environment.time().close();
      stopped.complete(null);
    }
  }

  /** Nothing more is done, whatever phase the consumer was in. */
  void halt() {
    environment.lifeCycle().halt();
    environment.time().close();
    worker.drop(inHand.clear());
    scanner.stop(settled -> stopped.complete(null));
    if (environment.executor().isOver()) {
      stopped.complete(null);
    }
  }

  /** A consumer that never ran has nothing to stop. */
  void skip() {
    stopped.complete(null);
  }
}
