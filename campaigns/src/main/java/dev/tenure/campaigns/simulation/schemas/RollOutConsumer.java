package dev.tenure.campaigns.simulation.schemas;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.rollout.SchemaHandlers;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.testkit.cluster.Connections;

/** Carries out roll-outs. */
final class RollOutConsumer extends SchemaMember {
  private static final int TASKS_MAX = 6_000;

  private int starts;

  RollOutConsumer(SchemaWorld world, String name) {
    super(world, name);
  }

  @Override
  protected void work(TenantDirectory directory) {
    if (!world.ending && random.nextInt(3) > 0) {
      crashWithin(TASKS_MAX);
    }
    ConsumerOptions options =
        ConsumerOptions.defaults(name + "." + ++starts)
            .withItemLease(world.plan.itemLease())
            .withManagers(2)
            .withWorkers(4);
    Connections.consumer(
            process(),
            directory.deployment(),
            SchemaHandlers.addTo(Handlers.builder(), directory.deployment()).build(),
            options)
        .build()
        .start();
  }
}
