package dev.tenure.campaigns.simulation.clusters;

import dev.tenure.campaigns.simulation.run.RestartingProcess;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.concurrent.CompletableFuture;

/** A process of the world {@code clusters}. */
abstract class ClustersProcess extends RestartingProcess<TenantDirectory> {
  final ClustersWorld world;

  ClustersProcess(ClustersWorld world, String name) {
    super(world, name);
    this.world = world;
  }

  @Override
  protected final CompletableFuture<TenantDirectory> connect(SimulatedProcess started) {
    return world.directory(started);
  }
}
