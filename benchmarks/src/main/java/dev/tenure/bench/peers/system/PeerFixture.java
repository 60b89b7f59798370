package dev.tenure.bench.peers.system;

import java.io.IOException;
import java.util.List;

/**
 * The queue of one measurement. Any number of threads may enqueue. The caller that opened it closes
 * it.
 */
public interface PeerFixture extends AutoCloseable {

  /** Enqueues one item in a separate transaction, to run at once; returns when it is on disk. */
  void enqueue(int tenant, byte[] payload) throws Exception;

  /** Enqueues items of one tenant in one transaction; returns when they are on disk. */
  void enqueueAll(int tenant, List<byte[]> payloads) throws Exception;

  /**
   * As {@link #enqueueAll}, but the first item is of tenant 0, the second of tenant 1, and so on.
   */
  void enqueueSpread(List<byte[]> payloads) throws Exception;

  /** Does pending upkeep. Called between loading and measuring. */
  void settle() throws Exception;

  /** Starts the one consumer, in this process. */
  void consume(ConsumerObserver seen) throws Exception;

  /** Stops the consumer. Items that are still queued are dropped. */
  @Override
  void close() throws IOException;
}
