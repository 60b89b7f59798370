package dev.tenure.spring.test;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemErrorHandler;
import dev.tenure.consumer.ItemScope;
import dev.tenure.consumer.Selection;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.trace.TracePropagation;
import dev.tenure.spring.TenureRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Runs items by a consumer that runs only while the test waits for it. It has one worker, so that
 * items run one after the other.
 *
 * <ul>
 *   <li>While the consumer has no in-flight item and due items are left, the clock jumps to the
 *       next timer: a zone may be visited some seconds after its items are due.
 *   <li>While an item runs, the clock advances with real time.
 * </ul>
 */
final class TestConsumer {
  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration STOP = Duration.ofMillis(100);
  private static final Duration VIRTUAL_TIME_MAX = Duration.ofMinutes(10);
  private static final Duration RUN_TIME_MAX = Duration.ofMinutes(2);

  private final TestThreads threads;
  private final TenureRuntime runtime;
  private final MemoryCluster cluster;
  private final ObjectProvider<Handlers> handlers;
  private final TracePropagation traces;
  private final ObjectProvider<ItemScope> scope;
  private final ObjectProvider<ItemErrorHandler> errors;
  private int started;

  TestConsumer(
      TestThreads threads,
      TenureRuntime runtime,
      MemoryCluster cluster,
      ObjectProvider<Handlers> handlers,
      TracePropagation traces,
      ObjectProvider<ItemScope> scope,
      ObjectProvider<ItemErrorHandler> errors) {
    this.threads = threads;
    this.runtime = runtime;
    this.cluster = cluster;
    this.handlers = handlers;
    this.traces = traces;
    this.scope = scope;
    this.errors = errors;
  }

  /** The types that have handlers. */
  Set<String> types() {
    Handlers found = handlers.getIfAvailable();
    return found == null ? Set.of() : found.types();
  }

  /**
   * Runs items until none of those that have a handler is due.
   *
   * @param most the most items to run
   * @return the attempts, in the order of their ends
   */
  List<RanItem> run(int most) {
    Handlers found = handlers.getIfAvailable();
    if (found == null || due().isEmpty()) {
      return List.of();
    }
    Attempts attempts = new Attempts(most);
    Consumer consumer =
        Consumer.builder(cluster.deployment(), attempts.admitting(found), options())
            .clock(runtime.clock())
            .random(runtime.random())
            .executor(runtime.transactions())
            .workerExecutor(threads.workers())
            .timer(threads.timer())
            .listener(attempts)
            .tracer(traces)
            .itemScope(scope.getIfAvailable(ItemScope::none))
            .errorHandler(errors.getIfAvailable(ItemErrorHandler::none))
            .build();
    consumer.start();
    try {
      await(consumer, attempts);
      stop(consumer);
    } finally {
      consumer.halt();
    }
    return attempts.ran();
  }

  private ConsumerOptions options() {
    ConsumerOptions plain = ConsumerOptions.defaults("test-" + ++started);
    return plain
        .withManagers(1)
        .withWorkers(1)
        .withDequeueMax(1)
        .withDequeueMaxAlone(1)
        .withSelection(new Selection.Fixed(1))
        .withPollInterval(POLL)
        .withTuning(plain.tuning().withStaleness(Duration.ZERO).withDivided(false));
  }

  private List<Inventory.Entry> due() {
    return Inventory.of(cluster).due(types());
  }

  private void await(Consumer consumer, Attempts attempts) {
    Instant deadline = threads.timer().now().plus(VIRTUAL_TIME_MAX);
    int ended = 0;
    long since = System.nanoTime();
    long last = since;
    while (!attempts.done()) {
      boolean quiet = threads.quietWithin(PAUSE);
      long now = System.nanoTime();
      if (attempts.ended() > ended) {
        ended = attempts.ended();
        since = now;
      }
      if (quiet && isIdle(consumer)) {
        List<Inventory.Entry> left = due();
        if (left.isEmpty()) {
          return;
        }
        require(threads.timer().now().isBefore(deadline), VIRTUAL_TIME_MAX, left);
        jump(() -> settle(consumer));
        last = System.nanoTime();
      } else {
        require(
            now - since < RUN_TIME_MAX.toNanos(), RUN_TIME_MAX, Inventory.of(cluster).waiting());
        if (quiet) {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - last);
        threads.timer().passTo(threads.timer().now().plusMillis(millis), () -> {});
        last += TimeUnit.MILLISECONDS.toNanos(millis);
      }
    }
  }

  private static void require(boolean inTime, Duration most, List<Inventory.Entry> left) {
    if (!inTime) {
      throw new AssertionError(
          "items were not run to their end within " + most + ":" + Inventory.lines(left));
    }
  }

  private static boolean isIdle(Consumer consumer) {
    ConsumerStatus.Load load = consumer.status().load();
    return load.items() == 0 && load.pointers() == 0;
  }

  /** Waits until nothing runs any more, or an item does. */
  private void settle(Consumer consumer) {
    while (!threads.quietWithin(PAUSE) && isIdle(consumer)) {
      // quietWithin waits
    }
  }

  private void jump(Runnable settle) {
    Instant now = threads.timer().now();
    Instant next = threads.timer().next().orElse(now.plus(POLL));
    threads.timer().passTo(next, settle);
  }

  /** Items whose handler was not called are given back. */
  private void stop(Consumer consumer) {
    CompletableFuture<Void> stopped = consumer.stop(STOP);
    threads.settle();
    while (!stopped.isDone()) {
      jump(threads::settle);
    }
    threads.settle();
  }
}
