package dev.tenure.campaigns.simulation.directory;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * The transactions of the simulated application. An order is a record and an item, written
 * together; the item's effect is a record that counts how often the item was done.
 */
final class TenantWork {
  static final String ORDER = "SimulatedOrder";
  static final String EFFECT = "SimulatedEffect";
  static final String ITEM = "QueueItem";
  static final String DEAD_LETTER = "QueueDeadLetter";

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

  private static final int TAKES_MILLIS_MAX = 1_500;

  private TenantWork() {}

  /** Places an order in a transaction of its tenant. */
  static CompletionStage<Boolean> place(TenantTransaction tx, String number, Duration delay) {
    return tx.store()
        .save(SimulatedOrder.newBuilder().setNumber(number).setItem(number).build())
        .thenCompose(
            saved -> tx.zone().enqueue(NewItem.of(TYPE, number).withId(number).withDelay(delay)))
        .thenApply(enqueued -> true);
  }

  static Handlers handlers(SimulatedProcess process) {
    return Handlers.builder()
        .on(
            TYPE,
            (number, context) -> {
              CompletableFuture<Outcome> done = new CompletableFuture<>();
              Outcome outcome = Outcome.done(tx -> effect(tx, number));
              var unused =
                  process
                      .timer()
                      .schedule(
                          () -> done.complete(outcome),
                          process.random().nextInt(TAKES_MILLIS_MAX),
                          TimeUnit.MILLISECONDS);
              return done;
            })
        .build();
  }

  private static CompletionStage<Void> effect(TenantTransaction tx, String number) {
    return tx.store()
        .load(EFFECT, Tuple.from(number))
        .thenCompose(
            found -> {
              long times =
                  found.map(each -> ((SimulatedEffect) each.message()).getTimes()).orElse(0L);
              return tx.store()
                  .save(SimulatedEffect.newBuilder().setNumber(number).setTimes(times + 1).build());
            })
        .thenAccept(saved -> {});
  }
}
