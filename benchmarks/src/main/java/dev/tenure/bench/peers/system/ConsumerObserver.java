package dev.tenure.bench.peers.system;

/** Observes a consumer. Called from many threads; must return fast. */
public interface ConsumerObserver {

  /** Called by the first instruction of an item's handler, with {@link Payload#number}. */
  void started(long number);

  /** Called when the completion of an item is on disk. */
  void completed();
}
