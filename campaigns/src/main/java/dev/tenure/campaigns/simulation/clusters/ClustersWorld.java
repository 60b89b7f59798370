package dev.tenure.campaigns.simulation.clusters;

import dev.tenure.campaigns.simulation.run.TenantsWorld;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.record.global.store.RecordShardOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One run of tenants who move, and how a process connects. */
final class ClustersWorld extends TenantsWorld {
  private static final long TASKS_MAX = 3_000_000;
  private static final Duration SHARD_TIMEOUT = Duration.ofSeconds(3);

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

  /** The directory as a process sees it, with a deployment of all clusters. */
  CompletableFuture<TenantDirectory> connect(SimulatedProcess process) {
    DirectoryOptions options =
        DirectoryOptions.on(plan.clusters().subList(0, 2))
            .withMillis(() -> scheduler.elapsed().toMillis());
    return deployment(process)
        .thenApply(
            all ->
                TenantDirectory.of(
                    all,
                    options,
                    DirectoryShards.inRecordStores(
                        RecordShardOptions.defaults().withTimeout(SHARD_TIMEOUT))));
  }
}
