package dev.tenure.consumer.rollout;

import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.rollout.IndexBuildWork;
import java.util.concurrent.CompletionStage;

/** The handler of items that build the indexes of a tenant's store which cannot be read yet. */
final class IndexBuildHandler implements ItemHandler<String> {
  private final Deployment deployment;

  IndexBuildHandler(Deployment deployment) {
    this.deployment = deployment;
  }

  @Override
  public CompletionStage<Outcome> handle(String payload, WorkContext context) {
    if (context.local()) {
      throw new PermanentException("an index build belongs to a tenant, this item is local");
    }
    IndexBuildWork work =
        new IndexBuildWork(deployment.cluster(context.cluster()).orElseThrow(), context.tenant());
    return work.run()
        .thenApply(
            again -> again.map(Outcome::snooze).orElseGet(() -> Outcome.doneOnCluster(work::end)));
  }
}
