package dev.tenure.campaigns.simulation.pointers;

import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.application.Application.Order;
import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeek;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import dev.tenure.queue.pointer.VisitRequest;
import dev.tenure.queue.pointer.VisitResult;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** The actions of producers, consumers and operators on one zone, each in its own transactions. */
final class ZoneMoves {
  private static final long BYTES_MAX = 1_000_000;
  private static final int PEEKED_MAX = 1_000;

  private final SimulatedWorld world;
  private final TenantId tenant;
  private final String zone;
  private final List<String> placed = new ArrayList<>();
  private final List<LeasedItem> taken = new ArrayList<>();

  ZoneMoves(SimulatedWorld world, TenantId tenant, String zone) {
    this.world = world;
    this.tenant = tenant;
    this.zone = zone;
  }

  /** The numbers of the orders acknowledged so far. */
  List<String> placed() {
    return placed;
  }

  /**
   * The items that visits have leased and that no call ends yet. The caller removes an item from
   * the list when it ends it.
   */
  List<LeasedItem> taken() {
    return taken;
  }

  /** Places orders in one transaction. */
  CompletableFuture<?> place(Deployment deployment, List<Order> orders) {
    return deployment
        .run(tenant, transaction -> Application.placeAll(transaction, orders))
        .thenAccept(done -> orders.forEach(order -> acknowledge(order.number())));
  }

  private void acknowledge(String number) {
    placed.add(number);
    world.ledger.acknowledge(number, tenant);
  }

  /**
   * Acts as a consumer: peeks into every shard, and visits the zone if its pointer or a nudge is
   * there.
   *
   * @param takes whether it can run what it finds
   */
  CompletableFuture<?> visit(Deployment deployment, int itemsMax, boolean takes) {
    QueueCluster cluster = deployment.clusters().get(0);
    VisitRequest request =
        new VisitRequest(
            "visitor", itemsMax, BYTES_MAX, world.options.times().itemLease(), item -> takes);
    CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
    for (int shard = 0; shard < world.options.fleet().shards(); shard++) {
      int peeked = shard;
      all =
          all.thenCompose(
                  done ->
                      cluster
                          .topLevel()
                          .peek(peeked, TopLevelPeekRequest.of(PEEKED_MAX, Duration.ZERO)))
              .thenCompose(peek -> visit(cluster, peek, request));
    }
    return all;
  }

  private CompletableFuture<Void> visit(
      QueueCluster cluster, TopLevelPeek peek, VisitRequest request) {
    Optional<PointerRef> found = Optional.empty();
    List<TopLevelEntry.Nudge> nudges = new ArrayList<>();
    for (TopLevelEntry entry : peek.vested()) {
      if (entry instanceof TopLevelEntry.Nudge nudge && nudge.ref().zone().equals(zone)) {
        nudges.add(nudge);
        found = Optional.of(nudge.ref());
      } else if (entry instanceof TopLevelEntry.Pointer pointer
          && pointer.ref().zone().equals(zone)) {
        found = Optional.of(pointer.ref());
      }
    }
    return found
        .map(ref -> cluster.visits().visit(ref, nudges, request).thenAccept(this::keep))
        .orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  private void keep(VisitResult result) {
    if (result instanceof VisitResult.Taken some) {
      taken.addAll(some.items());
    }
  }

  /** Completes a leased item, with its effects. */
  CompletableFuture<?> complete(Deployment deployment, LeasedItem leased) {
    byte[] payload = leased.item().body().orElseThrow().payload();
    String number = new String(payload, StandardCharsets.UTF_8);
    return deployment.run(
        tenant,
        transaction ->
            transaction
                .zone(zone)
                .complete(leased.item().id(), leased.lease().id())
                .thenCompose(
                    outcome ->
                        outcome == ZoneOutcome.DONE
                            ? Application.applyEffects(
                                transaction, number, WorkKind.EFFECT, leased.item())
                            : CompletableFuture.completedFuture(null)));
  }

  CompletableFuture<?> requeue(Deployment deployment, LeasedItem leased, Duration delay) {
    return deployment.run(
        tenant,
        transaction ->
            transaction
                .zone(zone)
                .requeue(leased.item().id(), leased.lease().id(), delay, Optional.empty()));
  }

  CompletableFuture<?> setAside(Deployment deployment, LeasedItem leased) {
    return deployment.run(
        tenant,
        transaction ->
            transaction
                .zone(zone)
                .moveToDeadLetter(
                    leased.item().id(),
                    leased.lease().id(),
                    DeadLetterKind.FAILED,
                    "on purpose",
                    Optional.empty()));
  }

  CompletableFuture<?> cancel(Deployment deployment, String number) {
    return Application.onOrder(deployment, tenant, number, Application::cancel);
  }

  CompletableFuture<?> redrive(Deployment deployment, String number) {
    return Application.onOrder(deployment, tenant, number, Application::redrive);
  }

  CompletableFuture<?> retryNow(Deployment deployment, String number) {
    return Application.onItem(deployment, tenant, number, QueueZone::retryNow);
  }

  /** Sets another vesting time for an item that is not leased. */
  CompletableFuture<?> update(Deployment deployment, String number, Instant vesting) {
    return Application.onItem(
        deployment,
        tenant,
        number,
        (queue, id) -> queue.update(id, OptionalInt.empty(), Optional.of(vesting)));
  }

  CompletableFuture<?> setPaused(Deployment deployment, boolean paused) {
    return Application.setPaused(deployment, tenant, zone, paused);
  }
}
