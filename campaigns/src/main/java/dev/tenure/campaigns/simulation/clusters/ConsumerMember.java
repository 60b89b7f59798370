package dev.tenure.campaigns.simulation.clusters;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.testkit.cluster.Connections;

/** Runs the items of all tenants on all clusters. */
final class ConsumerMember extends ClustersProcess {
  private static final int TASKS_MAX = 5_000;

  private int starts;

  ConsumerMember(ClustersWorld world, String name) {
    super(world, name);
  }

  @Override
  protected void work(TenantDirectory directory) {
    if (!world.ending && random.nextInt(3) == 0) {
      strikeWithin(TASKS_MAX);
    }
    ConsumerOptions options =
        ConsumerOptions.defaults(name + "." + ++starts)
            .withItemLease(world.plan.itemLease())
            .withManagers(2)
            .withWorkers(4);
    Consumer consumer =
        Connections.consumer(
                process(), directory.deployment(), world.work.handlers(process()), options)
            .build();
    consumer.start();
  }
}
