package dev.tenure.campaigns.simulation.directory;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.TenantTransaction;
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
  static final String ITEM = "QueueItem";
  static final String DEAD_LETTER = "QueueDeadLetter";

  private TenantWork() {}

  /** Places an order in a transaction of its tenant. */
  static CompletionStage<Boolean> place(TenantTransaction tx, String number, Duration delay) {
    return tx.store()
        .save(SimulatedOrder.newBuilder().setNumber(number).setItem(number).build())
        .thenCompose(
            saved ->
                tx.zone()
                    .enqueue(NewItem.of(OrderSchema.TYPE, number).withId(number).withDelay(delay)))
        .thenApply(enqueued -> true);
  }

  static Handlers handlers(SimulatedProcess process) {
    return Handlers.builder()
        .on(
            OrderSchema.TYPE,
            (number, context) -> {
              CompletableFuture<Outcome> done = new CompletableFuture<>();
              Outcome outcome = Outcome.done(tx -> effect(tx, number));
              var unused =
                  process
                      .timer()
                      .schedule(
                          () -> done.complete(outcome),
                          process.random().nextInt(OrderSchema.TAKES_MILLIS_MAX),
                          TimeUnit.MILLISECONDS);
              return done;
            })
        .build();
  }

  private static CompletionStage<Void> effect(TenantTransaction tx, String number) {
    return tx.store()
        .load(OrderSchema.EFFECT, Tuple.from(number))
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
