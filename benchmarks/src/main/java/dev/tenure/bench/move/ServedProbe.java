package dev.tenure.bench.move;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Asks ten times in a millisecond whether a cluster serves the tenant, from a process whose
 * requests take no time, and that writes nothing. So it sees the moment at which the source refuses
 * and the one at which the target serves. Belongs to the thread of the scheduler.
 */
final class ServedProbe {
  private static final int EVERY_MICROS = 100;

  private final Deployment deployment;
  private final DeterministicScheduler scheduler;
  private final ScheduledExecutorService timer;
  private Duration longest = Duration.ZERO;
  private Duration served = Duration.ZERO;
  private boolean stopped;

  /**
   * @param deployment with a directory, and without times of requests
   */
  ServedProbe(Deployment deployment, DeterministicScheduler scheduler) {
    this.deployment = deployment;
    this.scheduler = scheduler;
    this.timer = deployment.clusters().get(0).database().timer();
  }

  void start() {
    served = scheduler.elapsed();
    var unused =
        timer.scheduleAtFixedRate(
            () -> {
              if (!stopped) {
                ask();
              }
            },
            0,
            EVERY_MICROS,
            TimeUnit.MICROSECONDS);
  }

  private void ask() {
    var unused =
        deployment
            .run(MovedFleet.TENANT, tx -> CompletableFuture.completedFuture(true))
            .whenComplete(
                (done, error) -> {
                  if (error == null) {
                    Duration since = scheduler.elapsed().minus(served);
                    longest = since.compareTo(longest) > 0 ? since : longest;
                    served = scheduler.elapsed();
                  } else if (!(FdbErrorPredicates.unwrap(error) instanceof QueueException told)
                      || told.code() != QueueException.Code.TENANT_MOVING) {
                    throw new IllegalStateException("a probe failed", error);
                  }
                });
  }

  void stop() {
    stopped = true;
  }

  /** The longest time between two answers that served the tenant. */
  Duration longest() {
    return longest;
  }
}
