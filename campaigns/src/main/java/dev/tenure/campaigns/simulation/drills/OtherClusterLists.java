package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Processes that know different lists of clusters create the same tenants, also while the list is
 * changed: no tenant lies on two clusters, and the error of a process with another list names both
 * lists.
 */
final class OtherClusterLists implements Drill {
  private static final int TENANTS = 6;
  private static final List<String> ALL = List.of("cluster-0", "cluster-1", "cluster-2");

  @Override
  public int clusters() {
    return ALL.size();
  }

  @Override
  public void run(Bench bench) {
    Deployment some = bench.scheduler.join(bench.member("older").connect(List.of(0, 1)));
    Deployment all = bench.member("newer").connected();
    Deployment reader = bench.member("reader").connected();
    bench.delay(bench.millis(1, 200));
    boolean agreed = bench.random.nextInt(4) != 0;
    if (agreed) {
      bench.scheduler.join(some.agree());
    }
    List<CompletableFuture<?>> calls = new ArrayList<>(creations(bench, 0, List.of(some, all)));
    if (agreed) {
      CompletableFuture<?> change = all.changeClusters(1, ALL);
      calls.add(change);
      bench.scheduler.runFor(bench.millis(0, 500));
      if (bench.random.nextInt(4) != 0) {
        bench.scheduler.runUntil(change);
      }
      calls.addAll(creations(bench, TENANTS, List.of(all, some)));
    }
    calls.forEach(bench.scheduler::runUntil);
    calls.forEach(OtherClusterLists::requireTold);
    bench.faults.set(false);
    for (int number = 0; number < 2 * TENANTS; number++) {
      TenantId tenant = Work.tenant(number);
      List<String> homes =
          reader.clusters().stream()
              .filter(cluster -> bench.scheduler.join(cluster.hasTenant(tenant)))
              .map(QueueCluster::name)
              .toList();
      require(homes.size() <= 1, tenant + " lies on " + homes);
    }
    if (agreed) {
      bench.scheduler.join(all.createTenant(Work.tenant(2 * TENANTS)));
    }
  }

  private static List<CompletableFuture<?>> creations(Bench bench, int first, List<Deployment> by) {
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int number = first; number < first + TENANTS; number++) {
      TenantId tenant = Work.tenant(number);
      by.forEach(
          deployment -> {
            calls.add(deployment.createTenant(tenant));
            bench.scheduler.runFor(bench.millis(0, 100));
          });
    }
    return calls;
  }

  /** A creation that was refused says what this process knows and what is stored. */
  private static void requireTold(CompletableFuture<?> call) {
    if (!call.isCompletedExceptionally()) {
      return;
    }
    Throwable error = call.handle((value, met) -> FdbErrorPredicates.unwrap(met)).join();
    boolean isRefusal =
        error instanceof QueueException told
            && told.code() == QueueException.Code.CLUSTERS_DIFFER
            && told.toString().contains("[cluster-0, cluster-1")
            && told.toString().contains("has stored");
    require(isRefusal, () -> "a creation by another list failed with " + error);
  }
}
