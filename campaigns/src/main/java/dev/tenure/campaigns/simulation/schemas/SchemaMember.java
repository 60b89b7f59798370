package dev.tenure.campaigns.simulation.schemas;

import dev.tenure.campaigns.simulation.run.RestartingProcess;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.concurrent.CompletableFuture;

/** A process of the world {@code schemas}. */
abstract class SchemaMember extends RestartingProcess<TenantDirectory> {
  final SchemaWorld world;

  SchemaMember(SchemaWorld world, String name) {
    super(world, name);
    this.world = world;
  }

  @Override
  protected final CompletableFuture<TenantDirectory> connect(SimulatedProcess started) {
    return world.directory(started);
  }
}
