package dev.tenure.campaigns.simulation.queues;

import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.redrive.LetterFilter;
import dev.tenure.queue.redrive.Redrive;
import dev.tenure.queue.redrive.RedriveAction;
import dev.tenure.queue.redrive.RedriveRequest;
import dev.tenure.record.async.AsyncLoop;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Redrives the dead letters of some orders as operators' tools do, planned in one transaction and
 * done in a later one. Meanwhile letters may have gone, or their items may have been set aside
 * anew. Orders of groups are left out, as a redriven item of a group has to take its turn in the
 * same transaction.
 */
final class BulkRedrive {
  private final Deployment deployment;
  private final TenantId tenant;

  BulkRedrive(Deployment deployment, TenantId tenant) {
    this.deployment = deployment;
    this.tenant = tenant;
  }

  /**
   * Redrives the letters of those orders that have one.
   *
   * @param numbers of orders of the tenant
   * @return how many letters were redriven
   */
  CompletableFuture<Long> run(List<String> numbers) {
    return deployment
        .run(
            tenant,
            tx -> AsyncLoop.all(numbers.stream().map(it -> Application.order(tx, it)).toList()))
        .thenCompose(
            found ->
                redrive(
                    found.stream()
                        .flatMap(Optional::stream)
                        .filter(order -> order.getGroup().isEmpty())
                        .toList()));
  }

  /** Those that lie in the zone of the first. */
  private CompletableFuture<Long> redrive(List<SimulatedOrder> orders) {
    if (orders.isEmpty()) {
      return CompletableFuture.completedFuture(0L);
    }
    String zone = orders.get(0).getZone();
    List<String> ids =
        orders.stream()
            .filter(order -> order.getZone().equals(zone))
            .map(SimulatedOrder::getItem)
            .toList();
    RedriveRequest request =
        RedriveRequest.ofZone(zone, RedriveAction.REDRIVE)
            .withFilter(LetterFilter.all().withIds(ids));
    return deployment
        .locate(tenant)
        .thenCompose(cluster -> new Redrive(cluster, tenant).run(request))
        .thenApply(report -> report.changed());
  }
}
