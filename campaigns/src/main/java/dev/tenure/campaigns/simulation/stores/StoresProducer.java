package dev.tenure.campaigns.simulation.stores;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.external.ExternalEnqueueException;
import dev.tenure.queue.external.ExternalZone;
import dev.tenure.queue.external.PreparedItem;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Places orders one after the other, often when the zone's pointer is just being collected. Half of
 * the orders are stored by the producer's own transaction of the store. A failed order is sometimes
 * placed again, and an order that was under way when its producer was killed always is, after the
 * restart: its item may be stored already, without a pointer.
 */
final class StoresProducer extends StoresProcess {
  private static final int STRIKE_ONE_IN = 6;
  private static final int TASKS_MAX = 40;
  private static final int GAP_MILLIS_MAX = 1_500;

  private int orders;
  private @Nullable Order unended;

  /** An order that was placed at least once, without an answer that ended it. */
  private record Order(TenantId tenant, String number, boolean own) {}

  StoresProducer(StoresWorld world, String name) {
    super(world, name);
  }

  @Override
  void work(Deployment deployment) {
    Order killed = unended;
    if (!world.ending && killed != null) {
      world.edges.hit(Edge.ENQUEUE_REPEATED);
      place(deployment, killed, 3);
      return;
    }
    if (!world.ending && orders < world.plan.orders()) {
      long gap = random.nextInt(GAP_MILLIS_MAX);
      boolean whenCollected = random.nextBoolean();
      later(
          whenCollected ? world.plan.minInactive().toMillis() + gap : gap, () -> place(deployment));
    }
  }

  private void place(Deployment deployment) {
    if (random.nextInt(STRIKE_ONE_IN) == 0) {
      strikeWithin(TASKS_MAX);
    }
    TenantId tenant = world.tenants.get(random.nextInt(world.tenants.size()));
    place(deployment, new Order(tenant, name + "/" + orders++, random.nextBoolean()), 3);
  }

  private void place(Deployment deployment, Order order, int attempts) {
    String number = order.number();
    unended = order;
    world.attempts.merge(number, 1, Integer::sum);
    boolean restored = world.storeRestored;
    ExternalZone zone = ExternalZone.of(deployment, order.tenant(), StoresWorld.ZONE);
    NewItem item = NewItem.of(OrderSchema.TYPE, number).withId(number);
    CompletableFuture<?> placed = order.own() ? inTransaction(zone, item) : zone.enqueue(item);
    var unused =
        placed.whenComplete(
            (done, error) -> {
              if (error == null) {
                // What was stored before a restore, and is acknowledged after it, may be lost.
                if (restored == world.storeRestored) {
                  world.acknowledged.put(number, order.tenant());
                }
                world.edges.hit(Edge.ORDER_PLACED);
                unended = null;
                work(deployment);
                return;
              }
              boolean again = attempts > 1 && random.nextBoolean();
              refused(number, FdbErrorPredicates.unwrap(error), again);
              if (again) {
                later(random.nextInt(3_000), () -> place(deployment, order, attempts - 1));
              } else {
                unended = null;
                work(deployment);
              }
            });
  }

  /** Stores order and item in one transaction of the store, and then announces the item. */
  private CompletableFuture<?> inTransaction(ExternalZone zone, NewItem item) {
    PreparedItem prepared = zone.prepare(item);
    return new StoreLink(world, process())
        .send(
            () ->
                CompletableFuture.completedFuture(
                    world.store.enqueueWith(
                        zone.address(),
                        prepared.item(),
                        prepared.life(),
                        data ->
                            data.put(StoresWorld.PLACED + prepared.id(), zone.tenant().user()))))
        .thenCompose(added -> zone.announce(prepared));
  }

  private void refused(String number, Throwable error, boolean again) {
    if (again) {
      world.edges.hit(Edge.ENQUEUE_REPEATED);
    } else if (error instanceof ExternalEnqueueException told && !told.mayRun()) {
      world.edges.hit(Edge.ENQUEUE_WITHDRAWN);
      // The item of an earlier call with the same id may have run.
      if (world.attempts.getOrDefault(number, 0) == 1) {
        world.withdrawn.add(number);
      }
    }
  }
}
