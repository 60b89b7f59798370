package dev.tenure.spring.consumer;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemErrorHandler;
import dev.tenure.consumer.ItemScope;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.trace.TracePropagation;
import dev.tenure.spring.ConsumerStatusSource;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.log.ApplicationLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Starts a consumer when the application's web server answers, and stops it together with the web
 * server. Running items may end within the deadline; the others are given back, which does not
 * count as a failed attempt. While it is paused, no consumer runs and the process continues. Each
 * start and each resumption makes a new consumer, which begins when the previous one has ended.
 * Thread-safe.
 */
public final class ConsumerLifecycle
    implements SmartLifecycle, DisposableBean, ConsumerStatusSource {
  /**
   * The phase in which web servers end their requests. So web server and consumer stop taking work
   * at the same moment, and their stop timeouts do not add up. The web server is started in an
   * earlier phase.
   */
  private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

  private final Logger logger = ApplicationLog.of(ConsumerLifecycle.class);
  private final Deployment deployment;
  private final Handlers handlers;
  private final ConsumerOptions options;
  private final TenureRuntime runtime;
  private final Observers observers;
  private final Settings settings;
  private boolean running;
  private boolean paused;
  private @Nullable Started started;
  private @Nullable KeepAlive process;
  private CompletableFuture<Void> drained = CompletableFuture.completedFuture(null);

  /** A consumer and what belongs to it. */
  private record Started(Consumer consumer, Workers.Opened workers) {}

  /**
   * The settings by which the consumer is started and stopped.
   *
   * @param stopTimeout the time that running items may take to end
   * @param keepAlive whether the process runs until the consumer has stopped
   * @param autoStartup whether the consumer starts with the application
   * @param paused whether the consumer begins paused
   * @param workers the threads on which blocking handlers run
   */
  public record Settings(
      Duration stopTimeout,
      boolean keepAlive,
      boolean autoStartup,
      boolean paused,
      Workers workers) {}

  /** The listeners of the consumer, and the handler of failed attempts. */
  public record Observers(
      ConsumerListener listener,
      TracePropagation traces,
      ItemScope scope,
      ItemErrorHandler errors) {}

  public ConsumerLifecycle(
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
    this.paused = settings.paused();
  }

  @Override
  public synchronized void start() {
    if (running) {
      return;
    }
    running = true;
    process = settings.keepAlive() ? KeepAlive.start() : null;
    if (paused) {
      logger.log(Level.INFO, "consumer %s is paused".formatted(options.id()));
    }
    consume();
  }

  /** Begins a consumer, at once or when the one before has ended. */
  private synchronized void consume() {
    if (!drained.isDone()) {
      var unused = drained.thenRun(this::consume).exceptionally(this::tellNotBegun);
    } else if (running && !paused && started == null) {
      started = begin();
    }
  }

  private @Nullable Void tellNotBegun(Throwable error) {
    logger.log(Level.ERROR, "consumer " + options.id() + " could not begin", error);
    return null;
  }

  private Started begin() {
    Workers.Opened workers = settings.workers().open(options.workers());
    Consumer consumer =
        Consumer.builder(deployment, handlers, options)
            .clock(runtime.clock())
            .random(runtime.random())
            .executor(runtime.transactions())
            .workerExecutor(workers.executor())
            .timer(runtime.timer())
            .listener(observers.listener)
            .tracer(observers.traces)
            .itemScope(observers.scope)
            .errorHandler(observers.errors)
            .loggers(ApplicationLog::named)
            .build();
    consumer.start();
    logger.log(
        Level.INFO,
        "consumer %s runs items of %s on clusters %s: %s, %s"
            .formatted(
                options.id(),
                handlers.types().stream().filter(type -> !WorkType.isReserved(type)).toList(),
                deployment.clusters().stream().map(QueueCluster::name).toList(),
                Counted.of(options.workers(), "worker"),
                Counted.of(options.managers(), "manager")));
    return new Started(consumer, workers);
  }

  /**
   * Takes no more items until {@link #resume}, also after a stop and a start. Running items may end
   * within the stop timeout; the others are given back, which does not count as a failed attempt.
   *
   * @return completes when no item is in flight; never fails
   */
  public CompletableFuture<Void> pause() {
    synchronized (this) {
      paused = true;
    }
    return drain().copy();
  }

  /** Takes items again, once the items from before the pause have ended. */
  public void resume() {
    synchronized (this) {
      paused = false;
    }
    consume();
  }

  /** Whether the consumer was paused, or is not started automatically and was not started yet. */
  @Override
  public synchronized boolean isPaused() {
    return paused || (!running && !settings.autoStartup());
  }

  @Override
  public void stop() {
    stop(() -> {});
  }

  /** Begins to stop. Calls back when no item is in flight, or the deadline has passed. */
  @Override
  public void stop(Runnable callback) {
    KeepAlive ended;
    synchronized (this) {
      running = false;
      ended = process;
      process = null;
    }
    var unused =
        drain()
            .thenRun(
                () -> {
                  if (ended != null) {
                    ended.close();
                  }
                  callback.run();
                });
  }

  /** Completes when no consumer has an in-flight item or visit. */
  private CompletableFuture<Void> drain() {
    Started ended;
    CompletableFuture<Void> done;
    synchronized (this) {
      ended = started;
      started = null;
      if (ended == null) {
        return drained;
      }
      done = new CompletableFuture<>();
      drained = done;
    }
    drain(ended, done);
    return done;
  }

  private void drain(Started ended, CompletableFuture<Void> done) {
    Instant since = runtime.clock().instant();
    ConsumerStatus before = ended.consumer.status();
    logger.log(
        Level.INFO,
        "consumer %s drains %s for at most %s"
            .formatted(
                options.id(), Counted.of(before.load().items(), "item"), settings.stopTimeout()));
    var unused =
        ended
            .consumer
            .stop(settings.stopTimeout())
            .whenComplete(
                (stopped, error) -> {
                  tellStopped(before, ended.consumer.status(), since);
                  ended.workers().end().run();
                  done.complete(null);
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

  /** Stops the consumer that a failed start of the application has left, without waiting for it. */
  @Override
  public void destroy() {
    Started left;
    KeepAlive ended;
    synchronized (this) {
      running = false;
      left = started;
      started = null;
      ended = process;
      process = null;
    }
    if (left != null) {
      left.consumer.halt();
      left.workers().end().run();
    }
    if (ended != null) {
      ended.close();
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
    return running;
  }

  @Override
  public synchronized Optional<ConsumerStatus> status() {
    return Optional.ofNullable(started).map(one -> one.consumer.status());
  }
}
