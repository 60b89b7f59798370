package dev.tenure.spring.cluster;

import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveWorker;
import dev.tenure.queue.move.MoveWorkerOptions;
import dev.tenure.queue.move.MoveWorkerStatus;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;

/**
 * Starts a worker that moves tenants when the application has started, and stops it before the
 * clusters close. Each start makes a new worker. Thread-safe.
 */
public final class MoveLifecycle implements SmartLifecycle {
  private final TenantDirectory directory;
  private final MoveWorkerOptions options;
  private final Duration stopTimeout;
  private MoveWorker worker;
  private boolean running;

  public MoveLifecycle(TenantDirectory directory, MoveWorkerOptions options, Duration stopTimeout) {
    this.directory = directory;
    this.options = options;
    this.stopTimeout = stopTimeout;
    this.worker = MoveWorker.of(directory, options);
  }

  @Override
  public synchronized void start() {
    if (!running) {
      running = true;
      worker = MoveWorker.of(directory, options);
      worker.start();
    }
  }

  /** What the worker does, and has done since its start. */
  public synchronized MoveWorkerStatus status() {
    return worker.status();
  }

  @Override
  public void stop() {
    var unused = stopWorker().join();
  }

  @Override
  public void stop(Runnable callback) {
    var unused = stopWorker().thenRun(callback);
  }

  /** Done when nothing is under way, or the time is over; never fails. */
  private synchronized CompletableFuture<Void> stopWorker() {
    running = false;
    return worker
        .stop()
        .completeOnTimeout(null, stopTimeout.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(error -> null);
  }

  @Override
  public synchronized boolean isRunning() {
    return running;
  }
}
