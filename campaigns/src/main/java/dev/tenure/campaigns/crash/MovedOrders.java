package dev.tenure.campaigns.crash;

import dev.tenure.campaigns.process.ParentPipe;
import dev.tenure.campaigns.simulation.run.GroupedOrders;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.record.context.RecordContext;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The {@link GroupedOrders} of each tenant, numbered from 1 without a gap. A record, the head, has
 * the last number. Versions are those of the tenant's store, which go on through moves: the version
 * of the cluster and the shift of the store together.
 */
final class MovedOrders {
  static final String GROUP = "orders";
  static final String HEAD = "head";

  private static final int DEAD_LETTER_EACH = 25;
  private static final int TAKES_MILLIS_MAX = 30;

  private final Deployment deployment;

  MovedOrders(Deployment deployment) {
    this.deployment = deployment;
  }

  static String name(long number) {
    return GROUP + "/" + number;
  }

  /** Whether the item of an order becomes a dead letter, and so has no effect. */
  static boolean isDeadLetter(long number) {
    return number % DEAD_LETTER_EACH == 0;
  }

  /** What a producer finds when it begins. */
  record Found(long version, long head) {}

  CompletableFuture<Found> find(TenantId tenant) {
    return deployment.run(
        tenant,
        tx ->
            GroupedOrders.count(tx, HEAD)
                .thenCombine(tx.context().readVersion(), (head, read) -> found(tx, head, read)));
  }

  private static Found found(TenantTransaction tx, long head, long readVersion) {
    return new Found(readVersion + shift(tx), head);
  }

  private static long shift(TenantTransaction tx) {
    return tx.store().header().versionShift();
  }

  /** Sends the id of an order again, as a producer does that has not been told of its commit. */
  CompletableFuture<EnqueueResult> repeat(TenantId tenant, long number) {
    NewItem item = NewItem.of(OrderSchema.TYPE, name(number)).withId(name(number));
    return deployment.run(tenant, tx -> tx.zone().enqueue(item));
  }

  /** Places the next order of a tenant; empty when an attempt before has done so. */
  CompletableFuture<Optional<Acknowledgement>> place(TenantId tenant, long number, Duration delay) {
    return deployment
        .run(tenant, tx -> place(tx, number, delay))
        .thenApply(placed -> placed.map(Placed::acknowledgement));
  }

  private record Placed(RecordContext context, long number, long shift, long readVersion) {
    Acknowledgement acknowledgement() {
      return new Acknowledgement(0, number, false, readVersion, context.committedVersion() + shift);
    }
  }

  private static CompletionStage<Optional<Placed>> place(
      TenantTransaction tx, long number, Duration delay) {
    return GroupedOrders.count(tx, HEAD)
        .thenCompose(
            head -> {
              if (head == number) {
                return CompletableFuture.completedFuture(Optional.empty());
              }
              CrashViolation.require(
                  head == number - 1,
                  "%s is at %d before it places %d".formatted(tx.tenant(), head, number));
              return placeNext(tx, number, delay).thenApply(Optional::of);
            });
  }

  private static CompletionStage<Placed> placeNext(
      TenantTransaction tx, long number, Duration delay) {
    return GroupedOrders.place(tx, GROUP, number, delay)
        .thenCompose(
            placed -> {
              CrashViolation.require(!placed.existed(), tx.tenant() + " has item " + number);
              return GroupedOrders.note(tx, HEAD, number);
            })
        .thenCompose(noted -> tx.context().readVersion())
        .thenApply(read -> new Placed(tx.context(), number, shift(tx), read + shift(tx)));
  }

  /**
   * Handlers that say what they have done. An item may meet any number of kills: it is no poison,
   * though its attempts vanish.
   */
  static Handlers handlers(ScheduledExecutorService timer) {
    return Handlers.builder()
        .on(
            OrderSchema.TYPE.withPolicy(OrderSchema.TYPE.policy().withVanishedMax(0)),
            (name, context) -> {
              CompletableFuture<Outcome> ended = new CompletableFuture<>();
              int takes = ThreadLocalRandom.current().nextInt(TAKES_MILLIS_MAX);
              var unused =
                  timer.schedule(() -> ended.complete(outcome(name)), takes, TimeUnit.MILLISECONDS);
              return ended;
            })
        .build();
  }

  private static Outcome outcome(String name) {
    return isDeadLetter(Long.parseLong(name.substring(GROUP.length() + 1)))
        ? Outcome.deadLetter("as it was to")
        : Outcome.done(
            tx -> GroupedOrders.effect(tx, name, () -> ran(tx, name), MovedOrders::disorder));
  }

  private static void ran(TenantTransaction tx, String name) {
    ParentPipe.say(MovedTenants.ALL.indexOf(tx.tenant()) + " ran " + name);
  }

  private static void disorder(String what) {
    ParentPipe.fail(new CrashViolation(what));
  }
}
