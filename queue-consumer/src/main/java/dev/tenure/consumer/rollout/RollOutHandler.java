package dev.tenure.consumer.rollout;

import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.proto.RollOutOrder;
import dev.tenure.queue.rollout.RollOutWork;
import java.util.concurrent.CompletionStage;

/**
 * The handler of the local item that carries out a roll-out on its cluster. An attempt works for
 * about ten seconds, and what it did is stored; the item then vests again.
 */
final class RollOutHandler implements ItemHandler<RollOutOrder> {
  private final Deployment deployment;

  RollOutHandler(Deployment deployment) {
    this.deployment = deployment;
  }

  @Override
  public CompletionStage<Outcome> handle(RollOutOrder order, WorkContext context) {
    if (!context.local()) {
      throw new PermanentException("a roll-out is a local item, this one belongs to a tenant");
    }
    return new RollOutWork(deployment, order, context.cluster())
        .run()
        .thenApply(again -> again.map(Outcome::snooze).orElseGet(Outcome::done));
  }
}
