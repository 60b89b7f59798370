package dev.tenure.queue;

import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Counts what executors have been given and not done yet. Work that hands over to another of these
 * executors does so before it ends, so that none is left only when all has come to its end; what is
 * scheduled for later does not count.
 */
final class Outstanding {
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

  void await() {
    try {
      underWay.awaitAdvanceInterruptibly(underWay.arrive(), 30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while work was under way", e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("work is under way after 30 s", e);
    }
  }
}
