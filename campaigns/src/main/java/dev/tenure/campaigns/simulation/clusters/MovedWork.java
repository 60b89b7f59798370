package dev.tenure.campaigns.simulation.clusters;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
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
 * numbered; the last number that was done is a record, too.
 */
final class MovedWork {
  static final String ORDER = "SimulatedOrder";
  static final String EFFECT = "SimulatedEffect";
  private static final int TAKES_MILLIS_MAX = 1_500;

  static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .include(QueueSchema.part())
          .recordType(
              SimulatedEffect.getDefaultInstance(),
              type -> type.typeKey(1).primaryKey(field("number")))
          .recordType(
              SimulatedOrder.getDefaultInstance(),
              type -> type.typeKey(2).primaryKey(field("number")))
          .build();

  private static final WorkType<String> TYPE =
      WorkType.of("order", PayloadCodecs.text())
          .withPolicy(
              WorkPolicy.defaults()
                  .withVanishedMax(0)
                  .withAttemptsMax(0)
                  .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(1)));

  private final ClustersWorld world;

  /** Orders that were acknowledged, by tenant. */
  final TreeMap<TenantId, TreeSet<String>> acknowledged = new TreeMap<>();

  /** Orders whose effects were acknowledged as committed, with the cluster. */
  private final TreeMap<String, String> done = new TreeMap<>();

  MovedWork(ClustersWorld world) {
    this.world = world;
  }

  /** Places an order; the number of one in a group ends in its position there. */
  CompletionStage<Boolean> place(TenantTransaction tx, String group, int position) {
    String number = group + "/" + position;
    NewItem item = NewItem.of(TYPE, number).withId(number);
    return tx.store()
        .save(SimulatedOrder.newBuilder().setNumber(number).setItem(number).build())
        .thenCompose(saved -> tx.zone().enqueue(position % 3 == 0 ? item : item.withGroup(group)))
        .thenApply(enqueued -> true);
  }

  Handlers handlers(SimulatedProcess process) {
    return Handlers.builder()
        .on(
            TYPE,
            (number, context) -> {
              CompletableFuture<Outcome> ended = new CompletableFuture<>();
              Outcome outcome = Outcome.done(tx -> effect(tx, number));
              var unused =
                  process
                      .timer()
                      .schedule(
                          () -> ended.complete(outcome),
                          process.random().nextInt(TAKES_MILLIS_MAX),
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
              return tx.store()
                  .save(SimulatedEffect.newBuilder().setNumber(number).setTimes(times + 1).build());
            })
        .thenCompose(saved -> inOrder(tx, number));
  }

  private void committed(String key) {
    world.require(done.put(key, key) == null, "the effects of " + key + " were committed twice");
  }

  private static CompletionStage<Long> count(TenantTransaction tx, String number) {
    return tx.store()
        .load(EFFECT, Tuple.from(number))
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
}
