package dev.tenure.spring;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;

/**
 * A bean with a work type and its handler. An application with at least one such bean runs a
 * consumer.
 *
 * @param <P> the type of the payload
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
