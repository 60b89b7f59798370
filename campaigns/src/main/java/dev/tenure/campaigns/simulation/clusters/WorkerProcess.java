package dev.tenure.campaigns.simulation.clusters;

import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveWorker;
import dev.tenure.queue.move.MoveWorkerOptions;
import java.time.Duration;

/** Makes the moves that were asked for, and goes on with those whose movers have died. */
final class WorkerProcess extends ClustersProcess {
  private static final int TASKS_MAX = 2_000;

  WorkerProcess(ClustersWorld world, String name) {
    super(world, name);
  }

  static MoveWorker worker(ClustersWorld world, TenantDirectory directory) {
    return MoveWorker.of(
        directory,
        MoveWorkerOptions.defaults()
            .withPoll(Duration.ofMillis(500))
            .withMoves(MoverProcess.options(world)));
  }

  @Override
  protected void work(TenantDirectory directory) {
    if (!world.ending && random.nextInt(4) > 0) {
      strikeWithin(TASKS_MAX);
    }
    worker(world, directory).start();
  }
}
