package dev.tenure.campaigns.simulation.deployments;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** An executor that refuses all tasks for a moment, as a pool with a full queue does. */
final class RejectingExecutor implements Executor {
  private final InstantSource clock;
  private final Executor executor;
  private Instant refusingUntil = Instant.MIN;

  /**
   * @param clock of true time
   */
  RejectingExecutor(InstantSource clock, Executor executor) {
    this.clock = clock;
    this.executor = executor;
  }

  void rejectFor(Duration moment) {
    refusingUntil = clock.instant().plus(moment);
  }

  @Override
  public void execute(Runnable task) {
    if (clock.instant().isBefore(refusingUntil)) {
      throw new RejectedExecutionException("planted: the pool is full");
    }
    executor.execute(task);
  }
}
