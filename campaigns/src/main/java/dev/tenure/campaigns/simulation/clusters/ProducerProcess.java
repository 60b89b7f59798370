package dev.tenure.campaigns.simulation.clusters;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;
import java.time.Instant;

/** Places orders one after the other, each once. */
final class ProducerProcess extends ClustersProcess {
  private static final int STRIKE_ONE_IN = 20;
  private static final int TASKS_MAX = 60;
  private static final int DEAF_ONE_IN = 4;
  private static final Duration DEAF = Duration.ofSeconds(3);
  private static final int SEARCH_TASKS_MAX = 12;

  private int orders;
  private Instant deafUntil = Instant.MIN;

  ProducerProcess(ClustersWorld world, String name) {
    super(world, name);
    world.deaf.put(name, this::isDeaf);
  }

  /**
   * Whether the directory does not answer this producer, which then looks for the tenant on all
   * clusters. It may stall meanwhile, so that the tenant moves past it.
   */
  private boolean isDeaf() {
    boolean is = !world.ending && world.scheduler.now().isBefore(deafUntil);
    if (is) {
      world.edges.hit(Edge.SHARD_AWAY);
      if (random.nextBoolean()) {
        stallWithin(SEARCH_TASKS_MAX);
      }
    }
    return is;
  }

  @Override
  protected void work(TenantDirectory directory) {
    if (!world.ending && orders < world.plan.orders()) {
      int millis = (int) (2 * world.plan.busy().toMillis() / world.plan.orders());
      later(millis, () -> place(directory));
    }
  }

  private void place(TenantDirectory directory) {
    if (random.nextInt(STRIKE_ONE_IN) == 0) {
      strikeWithin(TASKS_MAX);
    }
    if (world.plan.deaf() && random.nextInt(DEAF_ONE_IN) == 0) {
      deafUntil = world.scheduler.now().plus(DEAF);
    }
    TenantId tenant = world.tenants.get(random.nextInt(world.tenants.size()));
    int position = orders++;
    var unused =
        directory
            .deployment()
            .run(tenant, tx -> world.work.place(tx, name, position))
            .whenComplete(
                (done, error) -> {
                  if (error == null) {
                    world.work.acknowledge(tenant, name + "/" + position);
                    world.edges.hit(Edge.ORDER_PLACED);
                  } else {
                    refused(tenant, name + "/" + position, error);
                  }
                  work(directory);
                });
  }

  /** A refusal can be repeated, and says whether the order may be there. */
  private void refused(TenantId tenant, String number, Throwable error) {
    if (!RecordLayerException.maybeCommitted(error)) {
      world.work.refuse(tenant, number);
    }
    if (FdbErrorPredicates.unwrap(error) instanceof QueueException told) {
      if (told.code() == QueueException.Code.TENANT_MOVING) {
        world.edges.hit(Edge.MOVE_MET);
      }
      world.require(told.retryable(), "a producer was told " + told);
    }
  }
}
