package dev.tenure.campaigns.simulation.queues;

import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * An operator who makes items run now or later, cancels them, redrives dead letters, and pauses and
 * resumes zones.
 */
final class SimulatedOperator {
  private static final int PAUSE_MILLIS_MAX = 3_000;

  /** Half of the time it meddles with one of the latest orders, which is more likely there yet. */
  private static final int RECENT = 6;

  private static final int REDRIVEN_AT_ONCE = 12;

  private final SimulatedWorld world;
  private final SplittableRandom random;
  private final SimulatedProcess process;
  private final Duration between;
  private boolean calm;
  private boolean acting;
  private int zonesPaused;

  SimulatedOperator(SimulatedWorld world) {
    this.world = world;
    this.random = world.scheduler.random("operator");
    this.process = world.startProcess("operator");
    this.between = world.options.times().busy().dividedBy(60);
  }

  CompletableFuture<Deployment> start() {
    return world
        .connect(process)
        .thenApply(
            deployment -> {
              later(() -> interfere(deployment));
              return deployment;
            });
  }

  /** Whether it has ended what it began. */
  boolean isCalm() {
    return calm && !acting && zonesPaused == 0;
  }

  /** Begins nothing more, and ends what it began. */
  void calmDown() {
    calm = true;
  }

  private void later(Runnable next) {
    long millis = random.nextLong(2 * between.toMillis());
    var unused = process.timer().schedule(next, millis, TimeUnit.MILLISECONDS);
  }

  private void interfere(Deployment deployment) {
    List<Map.Entry<String, TenantId>> placed = List.copyOf(world.ledger.acknowledged().entrySet());
    if (calm) {
      return;
    }
    if (placed.isEmpty()) {
      later(() -> interfere(deployment));
      return;
    }
    Map.Entry<String, TenantId> chosen =
        placed.get(
            random.nextBoolean()
                ? random.nextInt(placed.size())
                : placed.size() - 1 - random.nextInt(Math.min(RECENT, placed.size())));
    acting = true;
    var unused =
        act(deployment, chosen.getValue(), chosen.getKey())
            .whenComplete(
                (done, error) -> {
                  acting = false;
                  if (error != null) {
                    world.expectGivingUp("the operator", error);
                  }
                  later(() -> interfere(deployment));
                });
  }

  private CompletableFuture<?> act(Deployment deployment, TenantId tenant, String number) {
    return switch (random.nextInt(6)) {
      case 0 -> Application.onItem(deployment, tenant, number, QueueZone::retryNow);
      case 1 -> {
        Duration delay = Duration.ofMillis(random.nextInt(4_000));
        boolean onTheSecond = random.nextBoolean();
        OptionalInt priority = OptionalInt.of(random.nextInt(16));
        yield Application.onItem(
            deployment,
            tenant,
            number,
            (zone, id) ->
                zone.update(id, priority, Optional.of(at(zone.now().plus(delay), onTheSecond))));
      }
      case 2 -> cancel(deployment, tenant, number);
      case 3 -> redriveInBulk(deployment, tenant);
      case 4 ->
          Application.onOrder(deployment, tenant, number, Application::redrive)
              .thenAccept(outcome -> hitIfDone(Edge.ITEM_REDRIVEN, outcome));
      default -> pauseForAWhile(deployment, tenant);
    };
  }

  /** The latest orders of the tenant. */
  private CompletableFuture<?> redriveInBulk(Deployment deployment, TenantId tenant) {
    List<String> numbers =
        world.ledger.acknowledged().entrySet().stream()
            .filter(placed -> placed.getValue().equals(tenant))
            .map(Map.Entry::getKey)
            .toList();
    int first = Math.max(0, numbers.size() - REDRIVEN_AT_ONCE);
    return new BulkRedrive(deployment, tenant)
        .run(numbers.subList(first, numbers.size()))
        .thenAccept(redriven -> world.edges.add(Edge.ITEM_REDRIVEN, redriven));
  }

  /** People like round times: an item may get one again that it had before. */
  private static Instant at(Instant time, boolean onTheSecond) {
    return onTheSecond ? time.truncatedTo(ChronoUnit.SECONDS) : time;
  }

  /** Cancels an item and notes that in its order. */
  CompletableFuture<Void> cancel(Deployment deployment, TenantId tenant, String number) {
    return Application.onOrder(deployment, tenant, number, Application::cancel)
        .thenAccept(outcome -> hitIfDone(Edge.ITEM_CANCELLED, outcome));
  }

  private CompletableFuture<Void> pauseForAWhile(Deployment deployment, TenantId tenant) {
    long millis = 1L + random.nextInt(PAUSE_MILLIS_MAX);
    zonesPaused++;
    return Application.setPaused(deployment, tenant, TenantTransaction.DEFAULT_ZONE, true)
        .whenComplete(
            (done, error) -> {
              world.edges.hit(Edge.ZONE_PAUSED);
              // Also after a failure: whether the pause committed may not be known.
              var unused =
                  process
                      .timer()
                      .schedule(() -> resume(deployment, tenant), millis, TimeUnit.MILLISECONDS);
            });
  }

  private void resume(Deployment deployment, TenantId tenant) {
    var unused =
        Application.setPaused(deployment, tenant, TenantTransaction.DEFAULT_ZONE, false)
            .whenComplete(
                (done, error) -> {
                  if (error != null) {
                    world.expectGivingUp("the operator", error);
                    resume(deployment, tenant);
                  } else {
                    zonesPaused--;
                  }
                });
  }

  private void hitIfDone(Edge edge, ZoneOutcome outcome) {
    if (outcome == ZoneOutcome.DONE) {
      world.edges.hit(edge);
    }
  }
}
