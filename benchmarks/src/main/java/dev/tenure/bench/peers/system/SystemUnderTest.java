package dev.tenure.bench.peers.system;

import java.util.Map;

/**
 * A queue that is measured. Whatever it acknowledges, an enqueue or a completion, is on disk.
 * Closed by whoever made it, after its fixtures. Used by one thread.
 */
public interface SystemUnderTest extends AutoCloseable {

  String name();

  /** What it runs with, for the report: versions, threads, durability. */
  Map<String, String> settings();

  /**
   * An empty queue, with nothing of an earlier one left to be done.
   *
   * @param tenants how many there are, numbered from 0
   */
  PeerFixture open(int tenants) throws Exception;

  @Override
  void close();
}
