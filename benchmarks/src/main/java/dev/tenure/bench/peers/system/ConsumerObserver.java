package dev.tenure.bench.peers.system;

/** Told by a consumer what it does. Called from many threads; returns fast. */
public interface ConsumerObserver {

  /** The first instruction of the handler of an item, by {@link Payload#number}. */
  void started(long number);

  /** The completion of an item is on disk. */
  void completed();
}
