package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.redrive.Redrive;
import dev.tenure.queue.redrive.RedriveAction;
import dev.tenure.queue.redrive.RedriveRequest;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An operator who pauses and resumes zones, makes items retry at once, and redrives in bulk. */
final class FleetOperator {
  private static final int BETWEEN_MILLIS_MAX = 4_000;
  private static final int PAUSE_MILLIS_MAX = 6_000;

  private final DeploymentWorld world;
  private final Rows rows;
  private final SplittableRandom random;
  private final SimulatedProcess process;
  private boolean calm;
  private boolean acting;
  private int zonesPaused;

  FleetOperator(DeploymentWorld world, Rows rows) {
    this.world = world;
    this.rows = rows;
    this.random = world.scheduler.random("operator");
    this.process = world.startProcess("operator");
  }

  void start() {
    world.connectNewest(process, found -> later(() -> interfere(found)), () -> later(this::start));
  }

  SimulatedProcess process() {
    return process;
  }

  /** Begins nothing more, and ends what it began. */
  void calmDown() {
    calm = true;
  }

  boolean isCalm() {
    return calm && !acting && zonesPaused == 0;
  }

  private void later(Runnable next) {
    var unused =
        process.timer().schedule(next, random.nextInt(BETWEEN_MILLIS_MAX), TimeUnit.MILLISECONDS);
  }

  private void interfere(Deployment deployment) {
    if (calm) {
      return;
    }
    acting = true;
    var unused =
        act(deployment)
            .whenComplete(
                (done, error) -> {
                  acting = false;
                  later(() -> interfere(deployment));
                });
  }

  private CompletableFuture<?> act(Deployment deployment) {
    TenantId tenant = world.tenants.get(random.nextInt(world.tenants.size()));
    return switch (random.nextInt(6)) {
      case 0 -> pauseForAWhile(deployment, tenant);
      case 1 -> redrive(deployment, tenant);
      default -> retryNow(deployment);
    };
  }

  /** Any item that there is; most are leased, delayed or retried. */
  private CompletableFuture<?> retryNow(Deployment deployment) {
    List<RowKey> items = List.copyOf(rows.items().keySet());
    if (items.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    RowKey chosen = items.get(random.nextInt(items.size()));
    return deployment
        .run(chosen.tenant(), tx -> tx.zone(chosen.zone()).retryNow(chosen.id()))
        .thenAccept(
            outcome -> {
              if (outcome == ZoneOutcome.DONE) {
                world.edges.hit(Edge.RETRIED_NOW);
              }
            });
  }

  private CompletableFuture<?> redrive(Deployment deployment, TenantId tenant) {
    RedriveRequest all = RedriveRequest.ofAllZones(RedriveAction.REDRIVE);
    return deployment
        .locate(tenant)
        .thenCompose(cluster -> new Redrive(cluster, tenant).run(all))
        .thenAccept(report -> world.edges.add(Edge.REDRIVEN_IN_BULK, report.changed()));
  }

  private CompletableFuture<?> pauseForAWhile(Deployment deployment, TenantId tenant) {
    zonesPaused++;
    return setPaused(deployment, tenant, true)
        .whenComplete(
            (done, error) -> {
              world.edges.hit(Edge.ZONE_PAUSED);
              // Also after a failure: whether the pause committed may not be known.
              int millis = random.nextInt(PAUSE_MILLIS_MAX);
              var unused =
                  process
                      .timer()
                      .schedule(() -> resume(deployment, tenant), millis, TimeUnit.MILLISECONDS);
            });
  }

  private void resume(Deployment deployment, TenantId tenant) {
    var unused =
        setPaused(deployment, tenant, false)
            .whenComplete(
                (done, error) -> {
                  if (error != null && !world.isDeleted(tenant)) {
                    later(() -> resume(deployment, tenant));
                  } else {
                    zonesPaused--;
                  }
                });
  }

  private static CompletableFuture<?> setPaused(
      Deployment deployment, TenantId tenant, boolean paused) {
    return deployment.run(
        tenant,
        tx ->
            tx.zone(TenantTransaction.DEFAULT_ZONE)
                .changeSettings(before -> before.withPaused(paused)));
  }
}
