package dev.tenure.campaigns.simulation.schemas;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Saves and deletes records of tenants, and makes new tenants. */
final class OrderWriter extends SchemaMember {
  private static final int BETWEEN_MILLIS_MAX = 800;
  private static final int MADE_MAX = 4;
  private static final int NUMBERS = 40;
  private static final int TASKS_MAX = 60;

  private int made;

  OrderWriter(SchemaWorld world, String name) {
    super(world, name);
  }

  @Override
  protected void work(TenantDirectory directory) {
    workLater(BETWEEN_MILLIS_MAX, () -> act(directory));
  }

  private void act(TenantDirectory directory) {
    if (random.nextInt(20) == 0) {
      crashWithin(TASKS_MAX);
    }
    CompletableFuture<?> call =
        random.nextInt(10) == 0 && made < MADE_MAX ? make(directory) : write(directory);
    var unused =
        call.whenComplete(
            (done, error) -> {
              if (error != null) {
                refused(FdbErrorPredicates.unwrap(error));
              }
              work(directory);
            });
  }

  private CompletableFuture<Void> make(TenantDirectory directory) {
    made++;
    TenantId tenant = SchemaWorld.tenant(world.tenants.size());
    world.tenants.add(tenant);
    world.scheduler.note(name + " makes " + tenant);
    return directory.create(tenant, TenantDetails.NONE).thenAccept(done -> {});
  }

  private CompletableFuture<Void> write(TenantDirectory directory) {
    TenantId tenant = world.tenants.get(random.nextInt(world.tenants.size()));
    String number = "order-" + random.nextInt(NUMBERS);
    boolean deletes = random.nextInt(3) == 0;
    return directory
        .deployment()
        .run(tenant, tx -> write(tx, number, deletes))
        .thenAccept(done -> world.edges.hit(Edge.ORDER_PLACED));
  }

  private static CompletionStage<Boolean> write(
      TenantTransaction tx, String number, boolean deletes) {
    return deletes
        ? tx.store().delete(OrderSchema.ORDER, Tuple.from(number))
        : tx.store()
            .save(SimulatedOrder.newBuilder().setNumber(number).build())
            .thenApply(saved -> true);
  }

  /** A tenant whose creation was cut short has no store; the end of the run makes it. */
  private void refused(Throwable error) {
    if (error instanceof QueueException told) {
      world.require(
          told.retryable() || told.code() == QueueException.Code.TENANT_NOT_FOUND,
          "a writer was told " + told);
    }
  }
}
