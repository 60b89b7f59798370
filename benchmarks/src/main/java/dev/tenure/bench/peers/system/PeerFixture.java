package dev.tenure.bench.peers.system;

import java.io.IOException;
import java.util.List;

/** The queue of one measurement. Enqueued into by any number of threads; closed by its opener. */
public interface PeerFixture extends AutoCloseable {

  /** Enqueues one item in a transaction of its own, to run at once; returns when it is on disk. */
  void enqueue(int tenant, byte[] payload) throws Exception;

  /** Enqueues items of one tenant in one transaction; returns when they are on disk. */
  void enqueueAll(int tenant, List<byte[]> payloads) throws Exception;

  /** Called between loading and measuring: upkeep that would have been done by then. */
  void settle() throws Exception;

  /** Starts the one consumer, in this process. */
  void consume(ConsumerObserver seen) throws Exception;

  /** Stops the consumer; what is still queued is dropped. */
  @Override
  void close() throws IOException;
}
