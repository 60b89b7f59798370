package dev.tenure.consumer.rollout;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.local.FanOutHandler;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.fanout.FanOut;
import dev.tenure.queue.rollout.TenantSettling;
import dev.tenure.queue.schema.RollOutRows;

/** The handlers by which a consumer carries out roll-outs of schemas. */
public final class SchemaHandlers {
  private SchemaHandlers() {}

  /**
   * Adds the handlers of fan-outs, of roll-outs and of index builds.
   *
   * @param deployment that of the consumer
   */
  public static Handlers.Builder addTo(Handlers.Builder handlers, Deployment deployment) {
    return handlers
        .on(FanOut.TYPE, new FanOutHandler(deployment))
        .on(RollOutRows.TYPE, new RollOutHandler(deployment))
        .on(TenantSettling.BUILD, new IndexBuildHandler(deployment));
  }
}
