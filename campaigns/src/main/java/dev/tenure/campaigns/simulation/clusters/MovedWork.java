package dev.tenure.campaigns.simulation.clusters;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * An order is a record and an item, written together. The effect of the item is a record that
 * counts how often the item was done. The orders of a producer are a group of their tenant, and are
 * numbered; the last number that was done is a record, too. An order has a draft besides, which the
 * effect removes by a range clear.
 */
final class MovedWork {
  private static final String DRAFT = "draft of ";

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
    String number = group + "/" + position;
    NewItem item = NewItem.of(OrderSchema.TYPE, number).withId(number).withDelay(delay);
    return tx.store()
        .save(SimulatedOrder.newBuilder().setNumber(number).setItem(number).build())
        .thenCompose(
            saved ->
                tx.store().save(SimulatedEffect.newBuilder().setNumber(DRAFT + number).build()))
        .thenCompose(saved -> tx.zone().enqueue(position % 3 == 0 ? item : item.withGroup(group)))
        .thenApply(enqueued -> true);
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
    return count(tx, number)
        .thenCompose(
            times -> {
              tx.context().whenCommitted(() -> committed(key));
              tx.store().deleteWhere(OrderSchema.EFFECT, Tuple.from(DRAFT + number));
              return tx.store()
                  .save(SimulatedEffect.newBuilder().setNumber(number).setTimes(times + 1).build());
            })
        .thenCompose(saved -> inOrder(tx, number));
  }

  static boolean isDraft(String number) {
    return number.startsWith(DRAFT);
  }

  private void committed(String key) {
    world.require(done.put(key, key) == null, "the effects of " + key + " were committed twice");
  }

  private static CompletionStage<Long> count(TenantTransaction tx, String number) {
    return tx.store()
        .load(OrderSchema.EFFECT, Tuple.from(number))
        .thenApply(
            found -> found.map(each -> ((SimulatedEffect) each.message()).getTimes()).orElse(0L));
  }

  /** Notes the position of an order of a group, which must be behind those that are done. */
  private CompletionStage<Void> inOrder(TenantTransaction tx, String number) {
    int slash = number.lastIndexOf('/');
    int position = Integer.parseInt(number.substring(slash + 1));
    if (position % 3 == 0) {
      return CompletableFuture.completedFuture(null);
    }
    String last = "last of " + number.substring(0, slash);
    return count(tx, last)
        .thenCompose(
            before -> {
              tx.context()
                  .whenCommitted(
                      () ->
                          world.require(
                              before < position,
                              number + " was done behind number " + before + " of its group"));
              return tx.store()
                  .save(SimulatedEffect.newBuilder().setNumber(last).setTimes(position).build());
            })
        .thenAccept(saved -> {});
  }

  void acknowledge(TenantId tenant, String number) {
    acknowledged.computeIfAbsent(tenant, each -> new TreeSet<>()).add(number);
  }

  void refuse(TenantId tenant, String number) {
    refused.computeIfAbsent(tenant, each -> new TreeSet<>()).add(number);
  }
}
