package dev.tenure.consumer.rollout;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.local.FanOutHandler;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.fanout.FanOut;
import dev.tenure.queue.rollout.TenantSettling;
import dev.tenure.queue.schema.RollOutRows;

/** The handlers by which a consumer carries out roll-outs of schemas. */
public final class SchemaHandlers {
  private SchemaHandlers() {}

  /**
   * Adds the handlers of fan-outs, of roll-outs and of index builds, each unless its type has a
   * handler already.
   *
   * @param deployment that of the consumer
   */
  public static Handlers.Builder addTo(Handlers.Builder handlers, Deployment deployment) {
    addMissing(handlers, FanOut.TYPE, new FanOutHandler(deployment));
    addMissing(handlers, RollOutRows.TYPE, new RollOutHandler(deployment));
    addMissing(handlers, TenantSettling.BUILD, new IndexBuildHandler(deployment));
    return handlers;
  }

  private static <P> void addMissing(
      Handlers.Builder handlers, WorkType<P> type, ItemHandler<P> handler) {
    if (!handlers.has(type.name())) {
      handlers.on(type, handler);
    }
  }
}
