package dev.tenure.bench.peers.system;

import java.util.Map;

/**
 * A queue that is measured. An acknowledged enqueue or completion is on disk. The caller that
 * created it closes it, after its fixtures. Used by one thread.
 */
public interface SystemUnderTest extends AutoCloseable {

  String name();

  /** The settings for the report: versions, threads, durability. */
  Map<String, String> settings();

  /**
   * Opens an empty queue. No work of an earlier one is left.
   *
   * @param tenants the number of tenants, which are numbered from 0
   */
  PeerFixture open(int tenants) throws Exception;

  @Override
  void close();
}
