package dev.tenure.consumer;

import dev.tenure.queue.ItemBody;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import java.util.concurrent.CompletionStage;

/** A work type with its handler and its payload codec. */
public record Registration<P>(WorkType<P> type, ItemHandler<P> handler) {

  /** A handler with its payload, to be run once for each attempt. */
  @FunctionalInterface
  public interface HandlerCall {
    CompletionStage<Outcome> run(WorkContext context);
  }

  /**
   * Decodes the payload, once for all in-line attempts.
   *
   * @throws dev.tenure.queue.PayloadException when it cannot be
   */
  public HandlerCall decode(int schemaVersion, ItemBody body) {
    P payload = type.decode(schemaVersion, body);
    return context -> handler.handle(payload, context);
  }

  public WorkPolicy policy() {
    return type.policy();
  }
}
