package dev.tenure.campaigns.simulation.clusters;

import dev.tenure.campaigns.simulation.run.GroupedOrders;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Runs {@link GroupedOrders} of each producer, a group each, and keeps what became of them. */
final class MovedWork {
  private final ClustersWorld world;

  /** Orders that were acknowledged, by tenant. */
  final TreeMap<TenantId, TreeSet<String>> acknowledged = new TreeMap<>();

  /** Orders that were refused, and cannot have been committed, by tenant. */
  final TreeMap<TenantId, TreeSet<String>> refused = new TreeMap<>();

  /** Orders whose effects were acknowledged as committed, with the cluster. */
  private final TreeMap<String, String> done = new TreeMap<>();

  MovedWork(ClustersWorld world) {
    this.world = world;
  }

  /** Places an order; the number of one in a group ends in its position there. */
  CompletionStage<Boolean> place(TenantTransaction tx, String group, int position) {
    return place(tx, group, position, Duration.ZERO);
  }

  CompletionStage<Boolean> place(TenantTransaction tx, String group, int position, Duration delay) {
    return GroupedOrders.place(tx, group, position, delay).thenApply(enqueued -> true);
  }

  Handlers handlers(SimulatedProcess process) {
    return Handlers.builder()
        .on(
            OrderSchema.TYPE,
            (number, context) -> {
              CompletableFuture<Outcome> ended = new CompletableFuture<>();
              Outcome outcome = Outcome.done(tx -> effect(tx, number));
              var unused =
                  process
                      .timer()
                      .schedule(
                          () -> ended.complete(outcome),
                          process.random().nextInt(OrderSchema.TAKES_MILLIS_MAX),
                          TimeUnit.MILLISECONDS);
              return ended;
            })
        .build();
  }

  private CompletionStage<Void> effect(TenantTransaction tx, String number) {
    String key = tx.tenant().user() + ":" + number;
    return GroupedOrders.effect(
        tx, number, () -> committed(key), disorder -> world.require(false, disorder));
  }

  private void committed(String key) {
    world.require(done.put(key, key) == null, "the effects of " + key + " were committed twice");
  }

  void acknowledge(TenantId tenant, String number) {
    acknowledged.computeIfAbsent(tenant, each -> new TreeSet<>()).add(number);
  }

  void refuse(TenantId tenant, String number) {
    refused.computeIfAbsent(tenant, each -> new TreeSet<>()).add(number);
  }
}
