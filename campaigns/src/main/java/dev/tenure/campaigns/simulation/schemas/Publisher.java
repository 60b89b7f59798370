package dev.tenure.campaigns.simulation.schemas;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.rollout.SchemaRollOuts;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import java.util.concurrent.CompletableFuture;

/** Publishes schemas, and pauses, resumes and cancels their roll-outs. */
final class Publisher extends SchemaMember {
  private static final int BETWEEN_MILLIS_MAX = 8_000;
  private static final int TASKS_MAX = 200;

  Publisher(SchemaWorld world, String name) {
    super(world, name);
  }

  @Override
  protected void work(TenantDirectory directory) {
    workLater(BETWEEN_MILLIS_MAX, () -> act(directory));
  }

  private void act(TenantDirectory directory) {
    if (random.nextInt(3) == 0) {
      crashWithin(TASKS_MAX);
    }
    SchemaRollOuts rollOuts = new SchemaRollOuts(directory.deployment());
    boolean adds = random.nextInt(3) > 0;
    int choice = random.nextInt(7);
    world.scheduler.note(name + " does " + choice);
    CompletableFuture<?> call =
        switch (choice) {
          case 0 -> steered(rollOuts.pause(SchemaWorld.APPLICATION));
          case 1, 2 -> steered(rollOuts.resume(SchemaWorld.APPLICATION, world.pace()));
          case 3 -> steered(rollOuts.cancel(SchemaWorld.APPLICATION));
          default ->
              rollOuts
                  .change(
                      SchemaWorld.APPLICATION,
                      stored -> SchemaWorld.next(stored, adds),
                      world.pace())
                  .thenAccept(done -> world.edges.hit(Edge.SCHEMA_PUBLISHED));
        };
    var unused =
        call.whenComplete(
            (done, error) -> {
              if (error != null) {
                refused(FdbErrorPredicates.unwrap(error));
              }
              work(directory);
            });
  }

  private CompletableFuture<Void> steered(CompletableFuture<?> call) {
    return call.thenAccept(done -> world.edges.hit(Edge.ROLL_OUT_STEERED));
  }

  /** Each publisher computes from what is stored, so the rules never refuse it. */
  private void refused(Throwable error) {
    boolean isWrong =
        error instanceof RecordLayerException record
            && (record.code() == RecordLayerException.Code.METADATA_REFUSED
                || record.code() == RecordLayerException.Code.METADATA_CHANGED);
    boolean isDamage =
        error instanceof QueueException queue && queue.code() == QueueException.Code.CORRUPT;
    world.require(!isWrong && !isDamage, name + " was told " + error);
  }
}
