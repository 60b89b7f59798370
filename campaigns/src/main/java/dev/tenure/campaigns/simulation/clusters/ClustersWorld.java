package dev.tenure.campaigns.simulation.clusters;

import dev.tenure.campaigns.simulation.run.TenantsWorld;
import dev.tenure.queue.TenantId;

/** One run of tenants who move, and how a process connects. */
final class ClustersWorld extends TenantsWorld {
  private static final long TASKS_MAX = 3_000_000;

  final ClustersPlan plan;
  final MovedWork work;

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
}
