package dev.tenure.campaigns.simulation.clusters;

import dev.tenure.campaigns.simulation.run.TenantsWorld;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** One run of tenants who move, and how a process connects. */
final class ClustersWorld extends TenantsWorld {
  private static final long TASKS_MAX = 3_000_000;

  final ClustersPlan plan;
  final MovedWork work;

  /** The processes that may not reach the directory, with what answers whether they do not. */
  final Map<String, BooleanSupplier> deaf = new TreeMap<>();

  ClustersWorld(ClustersPlan plan) {
    super(
        plan.seed(),
        TASKS_MAX,
        plan.delayMax(),
        plan.skewMax(),
        plan.clusters(),
        'Z',
        plan.apart());
    this.plan = plan;
    this.work = new MovedWork(this);
    for (int number = 0; number < plan.tenants(); number++) {
      tenants.add(new TenantId("mail", "tenant" + number));
    }
  }

  @Override
  protected DirectoryShards shards(SimulatedProcess process, DirectoryShards all) {
    BooleanSupplier refuses = deaf.get(process.name());
    return refuses == null ? all : new DeafShards(all, refuses);
  }
}
