package dev.tenure.queue;

import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Counts what executors have been given and not done yet. Work that hands over to another of these
 * executors does so before it ends, so that none is left only when all has come to its end. What is
 * scheduled for later counts on {@link #answerTimer} alone.
 */
final class Outstanding {
  private static final long PATIENCE_SECONDS = 300;
  private final Phaser underWay = new Phaser(1);

  ScheduledExecutorService pool(int threads) {
    return new ScheduledThreadPoolExecutor(threads) {
      @Override
      public void execute(Runnable task) {
        underWay.register();
        super.execute(
            () -> {
              try {
                task.run();
              } finally {
                underWay.arriveAndDeregister();
              }
            });
      }
    };
  }

  /** A timer of late answers, which are under way until they are delivered; timeouts are not. */
  ScheduledExecutorService answerTimer() {
    return new ScheduledThreadPoolExecutor(1) {
      @Override
      public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        if (unit.toMillis(delay) > LateMode.DELAY_MAX.toMillis()) {
          return super.schedule(command, delay, unit);
        }
        underWay.register();
        return super.schedule(
            () -> {
              try {
                command.run();
              } finally {
                underWay.arriveAndDeregister();
              }
            },
            delay,
            unit);
      }
    };
  }

  void await() {
    try {
      underWay.awaitAdvanceInterruptibly(underWay.arrive(), PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while work was under way", e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("work is under way after " + PATIENCE_SECONDS + " s", e);
    }
  }
}
