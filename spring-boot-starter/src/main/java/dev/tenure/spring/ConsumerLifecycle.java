package dev.tenure.spring;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.trace.TracePropagation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Starts a consumer when the application's web server answers, and stops it together with the web
 * server: what runs may end within the deadline, the rest is given back without counting as failed.
 * Each start is a new consumer. Thread-safe.
 */
public final class ConsumerLifecycle
    implements SmartLifecycle, DisposableBean, ConsumerStatusSource {
  /**
   * That in which web servers end their requests: both take nothing new from the same moment on,
   * and their times are not added up. The web server is started in an earlier phase.
   */
  private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

  private static final Duration IDLE_THREAD_KEPT = Duration.ofSeconds(30);

  private final Logger logger = System.getLogger(ConsumerLifecycle.class.getName());
  private final Deployment deployment;
  private final Handlers handlers;
  private final ConsumerOptions options;
  private final TenureRuntime runtime;
  private final Observers observers;
  private final Settings settings;
  private @Nullable Started started;

  /** What belongs to one start. */
  private record Started(Consumer consumer, ExecutorService workers, Optional<KeepAlive> process) {
    void close() {
      workers.shutdownNow();
      process.ifPresent(KeepAlive::close);
    }
  }

  /**
   * How the consumer is started and stopped.
   *
   * @param autoStartup whether it is started with the application
   * @param stopTimeout how long items that run may take to end
   * @param keepAlive whether the process lives until the consumer has stopped
   */
  record Settings(boolean autoStartup, Duration stopTimeout, boolean keepAlive) {}

  /** Who is told what the consumer does. */
  record Observers(ConsumerListener listener, TracePropagation traces) {}

  ConsumerLifecycle(
      Deployment deployment,
      Handlers handlers,
      ConsumerOptions options,
      TenureRuntime runtime,
      Observers observers,
      Settings settings) {
    this.deployment = deployment;
    this.handlers = handlers;
    this.options = options;
    this.runtime = runtime;
    this.observers = observers;
    this.settings = settings;
  }

  @Override
  public synchronized void start() {
    if (started != null) {
      return;
    }
    ExecutorService workers = workers(options.workers());
    Consumer consumer =
        Consumer.builder(deployment, handlers, options)
            .clock(runtime.clock())
            .random(runtime.chance())
            .executor(runtime.transactions())
            .workerExecutor(workers)
            .timer(runtime.timer())
            .listener(observers.listener)
            .tracer(observers.traces)
            .build();
    consumer.start();
    logger.log(
        Level.INFO,
        "consumer %s runs items of %s on clusters %s: %s, %s"
            .formatted(
                options.id(),
                handlers.types(),
                deployment.clusters().stream().map(QueueCluster::name).toList(),
                Counted.of(options.workers(), "worker"),
                Counted.of(options.managers(), "manager")));
    started =
        new Started(
            consumer,
            workers,
            settings.keepAlive() ? Optional.of(KeepAlive.start()) : Optional.empty());
  }

  @Override
  public void stop() {
    stop(() -> {});
  }

  /** Begins to stop; calls back when nothing is in hand any more, or the deadline has passed. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the callback is called in any case
  public void stop(Runnable callback) {
    Started ended;
    synchronized (this) {
      ended = started;
      started = null;
    }
    if (ended == null) {
      callback.run();
      return;
    }
    Instant since = runtime.clock().instant();
    ConsumerStatus before = ended.consumer.status();
    logger.log(
        Level.INFO,
        "consumer %s drains %s for at most %s"
            .formatted(
                options.id(), Counted.of(before.load().items(), "item"), settings.stopTimeout()));
    ended
        .consumer
        .stop(settings.stopTimeout())
        .whenComplete(
            (done, error) -> {
              tellStopped(before, ended.consumer.status(), since);
              ended.close();
              callback.run();
            });
  }

  private void tellStopped(ConsumerStatus before, ConsumerStatus after, Instant since) {
    int left = after.load().items();
    logger.log(
        left == 0 ? Level.INFO : Level.WARNING,
        "consumer %s has stopped after %d ms: %s given back, %s"
            .formatted(
                options.id(),
                Duration.between(since, runtime.clock().instant()).toMillis(),
                Counted.of(after.items().released() - before.items().released(), "item"),
                left == 0 ? "none left" : left + " left until the leases end"));
  }

  /** Ends what a failed start of the application has left, without waiting for it. */
  @Override
  public void destroy() {
    Started left;
    synchronized (this) {
      left = started;
      started = null;
    }
    if (left != null) {
      left.consumer.halt();
      left.close();
    }
  }

  @Override
  public boolean isAutoStartup() {
    return settings.autoStartup();
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  @Override
  public synchronized boolean isRunning() {
    return started != null;
  }

  @Override
  public synchronized Optional<ConsumerStatus> status() {
    return Optional.ofNullable(started).map(one -> one.consumer.status());
  }

  private static ExecutorService workers(int threads) {
    AtomicInteger made = new AtomicInteger();
    ThreadPoolExecutor workers =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_THREAD_KEPT.toMillis(),
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "tenure-worker-" + made.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    workers.allowCoreThreadTimeOut(true);
    return workers;
  }
}
