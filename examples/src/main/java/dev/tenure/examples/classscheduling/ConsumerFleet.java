package dev.tenure.examples.classscheduling;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Consumers that run the school's work until they are closed. */
final class ConsumerFleet implements AutoCloseable {
  private static final int CONSUMERS = 3;
  private static final Duration STOP_DEADLINE = Duration.ofSeconds(5);
  private static final Duration LOOK_EVERY = Duration.ofMillis(10);
  private static final int LOOKS_MAX = 6_000;

  private final Registrar registrar;
  private final List<Consumer> consumers;

  private ConsumerFleet(Registrar registrar, List<Consumer> consumers) {
    this.registrar = registrar;
    this.consumers = consumers;
  }

  static ConsumerFleet start(Registrar registrar, Handlers handlers) {
    Deployment deployment = Deployment.of(List.of(registrar.cluster()));
    List<Consumer> consumers =
        IntStream.range(0, CONSUMERS)
            .mapToObj(number -> ConsumerOptions.defaults("consumer-" + number))
            .map(options -> Consumer.builder(deployment, handlers, options).build())
            .toList();
    consumers.forEach(Consumer::start);
    return new ConsumerFleet(registrar, consumers);
  }

  /** The number of items in the zones. */
  static CompletableFuture<Long> itemsIn(TenantTransaction tx) {
    return tx.zone(ClassSchema.SEATS_ZONE)
        .countByType()
        .thenCombine(
            tx.zone(ClassSchema.MAIL_ZONE).countByType(),
            (seats, mails) -> sum(seats) + sum(mails));
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** As {@link #awaitQuiet(Registrar)}, for the consumers of this fleet. */
  void awaitQuiet() {
    awaitQuiet(registrar);
  }

  /**
   * Waits until no item is left. An item's effects enqueue further items in the transaction that
   * ends it, so an empty zone means that no work is under way.
   *
   * @throws IllegalStateException when items are left after a minute
   */
  static void awaitQuiet(Registrar registrar) {
    QueueCluster cluster = registrar.cluster();
    for (int look = 0; look < LOOKS_MAX; look++) {
      if (registrar.run(ConsumerFleet::itemsIn) == 0) {
        return;
      }
      cluster.database().join(cluster.database().delay(LOOK_EVERY));
    }
    throw new IllegalStateException("there is work left after " + LOOKS_MAX + " looks");
  }

  @Override
  public void close() {
    List<CompletableFuture<Void>> stops =
        consumers.stream().map(consumer -> consumer.stop(STOP_DEADLINE)).toList();
    stops.forEach(registrar.cluster().database()::join);
  }
}
