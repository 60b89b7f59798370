package dev.tenure.campaigns.simulation.stores;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.external.MemoryEffects;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Runs the orders of all tenants. By its position an order has effects in the store, effects in
 * FoundationDB, or fails once and has none.
 */
final class StoresConsumer extends StoresProcess {
  private static final int TASKS_MAX = 3_000;
  private static final int KINDS = 3;

  StoresConsumer(StoresWorld world, String name) {
    super(world, name);
  }

  @Override
  void work(Deployment deployment) {
    if (!world.ending && random.nextInt(3) > 0) {
      strikeWithin(TASKS_MAX);
    }
    ConsumerOptions options =
        ConsumerOptions.defaults(process().name())
            .withItemLease(world.plan.itemLease())
            .withManagers(2)
            .withWorkers(4);
    Connections.consumer(process(), deployment, handlers(), options).build().start();
  }

  private Handlers handlers() {
    var mine = process();
    return Handlers.builder()
        .on(
            OrderSchema.TYPE,
            (number, context) -> {
              world.begun.add(number);
              CompletableFuture<Outcome> ended = new CompletableFuture<>();
              Outcome outcome = outcome(number, context.attempt());
              var unused =
                  mine.timer()
                      .schedule(
                          () -> ended.complete(outcome),
                          mine.random().nextInt(OrderSchema.TAKES_MILLIS_MAX),
                          TimeUnit.MILLISECONDS);
              return ended;
            })
        .build();
  }

  private static Outcome outcome(String number, int attempt) {
    return switch (kind(number)) {
      case 0 ->
          Outcome.doneInStore(
              (MemoryEffects) data -> data.merge(StoresWorld.DONE + number, "x", String::concat));
      case 1 -> Outcome.done(tx -> effect(tx, number));
      default ->
          attempt == 1 ? Outcome.retryAfter(Duration.ofMillis(300), "planned") : Outcome.done();
    };
  }

  static int kind(String number) {
    return Integer.parseInt(number.substring(number.lastIndexOf('/') + 1)) % KINDS;
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
