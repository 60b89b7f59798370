package dev.tenure.campaigns.simulation.directory;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.testkit.cluster.Connections;

/** Runs the items of all tenants. */
final class TenantConsumer extends Actor {
  private static final int WORKERS = 4;
  private static final int MANAGERS = 2;

  private int starts;

  TenantConsumer(DirectoryWorld world, String name) {
    super(world, name);
  }

  @Override
  void work(Office office) {
    ConsumerOptions options =
        ConsumerOptions.defaults(name + "." + ++starts)
            .withItemLease(world.plan.itemLease())
            .withManagers(MANAGERS)
            .withWorkers(WORKERS);
    Consumer consumer =
        Connections.consumer(
                process(), office.deployment(), TenantWork.handlers(process()), options)
            .build();
    consumer.start();
  }
}
