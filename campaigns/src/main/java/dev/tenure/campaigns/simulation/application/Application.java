package dev.tenure.campaigns.simulation.application;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.proto.SimulatedTally;
import dev.tenure.campaigns.simulation.proto.SimulatedTurn;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.queue.ContentType;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.queue.zone.ZoneSettings;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/**
 * The transactions of the simulated application. An order is stored together with its item. The
 * effects of an item note that they ran and count themselves, so that the database alone shows what
 * happened, and how often.
 */
public final class Application {
  static final String ORDER = "SimulatedOrder";
  static final String EFFECT = "SimulatedEffect";
  static final String TALLY = "SimulatedTally";
  static final String TURN = "SimulatedTurn";
  public static final String ORDERS_BY_ZONE = "orders-by-zone";
  public static final String ORDERS_BY_TYPE = "orders-by-type";

  public static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .include(QueueSchema.part())
          .recordType(
              SimulatedOrder.getDefaultInstance(),
              type -> type.typeKey(1).primaryKey(field("number")))
          .recordType(
              SimulatedEffect.getDefaultInstance(),
              type -> type.typeKey(2).primaryKey(field("number")))
          .recordType(
              SimulatedTally.getDefaultInstance(), type -> type.typeKey(3).primaryKey(field("key")))
          .recordType(
              SimulatedTurn.getDefaultInstance(),
              type -> type.typeKey(4).primaryKey(field("number")).versioned())
          .index(ORDER, Index.value(ORDERS_BY_ZONE, concat(field("zone"), field("item"))))
          .index(ORDER, Index.count(ORDERS_BY_TYPE, field("type")).clearWhenZero())
          .build();

  private Application() {}

  /**
   * An order to be placed.
   *
   * @param number unique in the run
   * @param ownId whether the item's id is the order's number; if not, the queue draws it
   * @param group the ordered group of the item
   */
  public record Order(
      String number,
      String zone,
      WorkKind kind,
      int priority,
      Duration delay,
      boolean ownId,
      Optional<String> group) {

    NewItem item() {
      NewItem item = NewItem.of(kind.type(), number);
      if (kind == WorkKind.GARBLED) {
        byte[] noText = {(byte) 0xc3, (byte) 0x28};
        ItemBody body = new ItemBody(ContentType.RAW, noText, Map.of("order", number));
        item =
            new NewItem(
                item.type(),
                item.schemaVersion(),
                body,
                priority,
                delay,
                Optional.empty(),
                Optional.empty());
      }
      item = item.withPriority(priority).withDelay(delay);
      item = group.map(item::withGroup).orElse(item);
      return ownId ? item.withId(number) : item;
    }
  }

  /** Places an order that was never placed before. */
  public static CompletableFuture<Void> place(TenantTransaction transaction, Order order) {
    return transaction
        .zone(order.zone())
        .enqueue(order.item())
        .thenCompose(
            enqueued -> {
              InvariantViolation.require(
                  !enqueued.existed(), "a new order's item exists: " + order);
              return transaction.store().save(record(order, enqueued.id()));
            })
        .thenCompose(
            saved ->
                order.group().isPresent()
                    ? takeTurn(transaction, order.number())
                    : CompletableFuture.completedFuture(null));
  }

  /** Places new orders, one after the other. */
  public static CompletableFuture<Void> placeAll(
      TenantTransaction transaction, List<Order> orders) {
    CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
    for (Order order : orders) {
      chain = chain.thenCompose(done -> place(transaction, order));
    }
    return chain;
  }

  /** Notes that an order's item is the last of its group now. */
  private static CompletableFuture<Void> takeTurn(TenantTransaction transaction, String number) {
    return transaction
        .store()
        .save(SimulatedTurn.newBuilder().setNumber(number).build())
        .thenApply(saved -> null);
  }

  /** Runs a transaction on an order that was acknowledged. */
  public static <T> CompletableFuture<T> onOrder(
      Deployment deployment,
      TenantId tenant,
      String number,
      BiFunction<TenantTransaction, SimulatedOrder, CompletableFuture<T>> action) {
    return deployment.run(
        tenant,
        transaction ->
            order(transaction, number)
                .thenCompose(
                    found ->
                        action.apply(
                            transaction,
                            found.orElseThrow(
                                () ->
                                    new InvariantViolation(
                                        "an acknowledged order is lost: " + number)))));
  }

  /** As {@link #onOrder}, with the zone and the id of the order's item. */
  public static CompletableFuture<ZoneOutcome> onItem(
      Deployment deployment,
      TenantId tenant,
      String number,
      BiFunction<QueueZone, String, CompletableFuture<ZoneOutcome>> action) {
    return onOrder(
        deployment,
        tenant,
        number,
        (transaction, order) -> action.apply(transaction.zone(order.getZone()), order.getItem()));
  }

  public static CompletableFuture<Void> setPaused(
      Deployment deployment, TenantId tenant, String zone, boolean paused) {
    return deployment.run(
        tenant, transaction -> transaction.zone(zone).saveSettings(new ZoneSettings(paused)));
  }

  /** Cancels an order's item and notes that in the order. */
  public static CompletableFuture<ZoneOutcome> cancel(
      TenantTransaction transaction, SimulatedOrder order) {
    return transaction
        .zone(order.getZone())
        .cancel(order.getItem())
        .thenCompose(
            outcome -> {
              if (outcome != ZoneOutcome.DONE) {
                return CompletableFuture.completedFuture(outcome);
              }
              SimulatedOrder cancelled = order.toBuilder().setCancelled(true).build();
              return transaction.store().save(cancelled).thenApply(saved -> outcome);
            });
  }

  /** Redrives an order's item that was set aside. */
  public static CompletableFuture<ZoneOutcome> redrive(
      TenantTransaction transaction, SimulatedOrder order) {
    return transaction
        .zone(order.getZone())
        .redrive(order.getItem())
        .thenCompose(
            outcome ->
                outcome == ZoneOutcome.DONE && !order.getGroup().isEmpty()
                    ? takeTurn(transaction, order.getNumber()).thenApply(taken -> outcome)
                    : CompletableFuture.completedFuture(outcome));
  }

  /**
   * Places an order again, with the same item id. An item that is not done yet must still be
   * stored.
   *
   * @return whether the item was still there
   */
  public static CompletableFuture<Boolean> placeAgain(TenantTransaction transaction, Order order) {
    return open(transaction, order.number())
        .thenCompose(
            open -> {
              if (open.isEmpty()) {
                return CompletableFuture.completedFuture(false);
              }
              return transaction
                  .zone(order.zone())
                  .enqueue(order.item())
                  .thenApply(
                      enqueued -> {
                        InvariantViolation.require(
                            enqueued.existed(),
                            "the item of an order without effects is gone: " + order);
                        return true;
                      });
            });
  }

  /** The order, when it was placed, not cancelled, and has no effects yet. */
  private static CompletableFuture<Optional<SimulatedOrder>> open(
      TenantTransaction transaction, String number) {
    return order(transaction, number)
        .thenCombine(
            transaction.store().load(EFFECT, Tuple.from(number)),
            (order, effect) -> order.filter(placed -> !placed.getCancelled() && effect.isEmpty()));
  }

  public static CompletableFuture<Optional<SimulatedOrder>> order(
      TenantTransaction transaction, String number) {
    return transaction
        .store()
        .load(ORDER, Tuple.from(number))
        .thenApply(found -> found.map(stored -> (SimulatedOrder) stored.message()));
  }

  /** The effects of an order's item: note that they ran, and add one to the tenant's tally. */
  public static CompletableFuture<Void> applyEffects(
      TenantTransaction transaction, String number, WorkKind kind, WorkItem item) {
    LeaseId lease = item.lease().orElseThrow().id();
    return transaction
        .store()
        .load(EFFECT, Tuple.from(number))
        .thenCompose(
            found -> {
              long times =
                  found.map(stored -> ((SimulatedEffect) stored.message()).getTimes()).orElse(0L);
              return transaction
                  .store()
                  .save(
                      SimulatedEffect.newBuilder()
                          .setNumber(number)
                          .setType(kind.type().name())
                          .setTimes(times + 1)
                          .setLeaseId(ByteString.copyFrom(lease.bytes()))
                          .build());
            })
        .thenCompose(saved -> addToTally(transaction))
        .thenCompose(
            saved ->
                kind == WorkKind.CHAIN
                    ? place(transaction, childOf(number, item.group()))
                    : CompletableFuture.completedFuture(null));
  }

  private static Order childOf(String number, Optional<String> group) {
    return new Order(
        number + "-child",
        TenantTransaction.DEFAULT_ZONE,
        WorkKind.EFFECT,
        8,
        Duration.ZERO,
        true,
        group);
  }

  private static CompletableFuture<Void> addToTally(TenantTransaction transaction) {
    return transaction
        .store()
        .load(TALLY, Tuple.from(0))
        .thenCompose(
            found -> {
              long effects =
                  found.map(stored -> ((SimulatedTally) stored.message()).getEffects()).orElse(0L);
              SimulatedTally tally = SimulatedTally.newBuilder().setEffects(effects + 1).build();
              return transaction.store().save(tally);
            })
        .thenApply(saved -> null);
  }

  private static SimulatedOrder record(Order order, String itemId) {
    return SimulatedOrder.newBuilder()
        .setNumber(order.number())
        .setZone(order.zone())
        .setItem(itemId)
        .setType(order.kind().type().name())
        .setGroup(order.group().orElse(""))
        .build();
  }
}
