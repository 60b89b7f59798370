package dev.tenure.spring;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;

/**
 * A work type and what runs it, as a bean: an application that has at least one consumes.
 *
 * @param <P> the payload
 */
public record HandlerRegistration<P>(WorkType<P> type, ItemHandler<P> handler) {

  public static <P> HandlerRegistration<P> of(WorkType<P> type, ItemHandler<P> handler) {
    return new HandlerRegistration<>(type, handler);
  }

  /** This registration with another policy of its work type. */
  public HandlerRegistration<P> withPolicy(WorkPolicy policy) {
    return new HandlerRegistration<>(type.withPolicy(policy), handler);
  }

  public void addTo(Handlers.Builder handlers) {
    handlers.on(type, handler);
  }
}
