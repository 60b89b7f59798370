package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.consumer.ConflictStep;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.pointer.VisitResult;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Counts the events of a consumer; in some seeds it throws an Error now and then. */
final class FleetListener implements ConsumerListener {
  private static final int THROWS_ONE_IN = 4;

  private final DeploymentWorld world;
  private final RandomGenerator random;

  FleetListener(DeploymentWorld world, RandomGenerator random) {
    this.world = world;
    this.random = random;
  }

  @Override
  public void visit(VisitResult result) {
    if (result instanceof VisitResult.Unable) {
      world.edges.hit(Edge.VISIT_UNABLE);
    }
    maybeThrow();
  }

  @Override
  public void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {
    maybeThrow();
  }

  @Override
  public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
    world.edges.hit(Edge.ITEM_COMPLETED);
    maybeThrow();
  }

  @Override
  public void itemFailed(WorkItem item, TenantId tenant, String error) {
    maybeThrow();
  }

  @Override
  public void itemRequeued(WorkItem item, TenantId tenant, Duration delay) {
    world.edges.hit(Edge.ITEM_REQUEUED);
    maybeThrow();
  }

  @Override
  public void itemDeadLettered(WorkItem item, TenantId tenant, String reason) {
    world.edges.hit(Edge.ITEM_DEAD_LETTERED);
    maybeThrow();
  }

  @Override
  public void itemParked(WorkItem item, TenantId tenant, String reason) {
    world.edges.hit(Edge.ITEM_PARKED);
    maybeThrow();
  }

  @Override
  public void itemDiscarded(WorkItem item, TenantId tenant, String reason) {
    world.edges.hit(Edge.ITEM_DISCARDED);
    maybeThrow();
  }

  @Override
  public void leaseLost(WorkItem item, TenantId tenant) {
    world.edges.hit(Edge.LEASE_LOST);
    maybeThrow();
  }

  @Override
  public void leaseConflict(ConflictStep step) {
    maybeThrow();
  }

  private void maybeThrow() {
    if (world.plan.has(Trouble.LISTENERS) && random.nextInt(THROWS_ONE_IN) == 0) {
      world.edges.hit(Edge.LISTENER_THREW);
      throw new LinkageError("planted in the listener");
    }
  }
}
