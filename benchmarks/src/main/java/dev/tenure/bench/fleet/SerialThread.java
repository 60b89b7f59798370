package dev.tenure.bench.fleet;

/** A modelled resource that serves one request after the other, in the order of their arrival. */
public final class SerialThread {
  private long freeAt;
  private long busy;

  /**
   * The time at which a request that arrives now and takes {@code cost} is served; all in
   * nanoseconds.
   */
  public long serve(long now, long cost) {
    freeAt = Math.max(now, freeAt) + cost;
    busy += cost;
    return freeAt;
  }

  /** The nanoseconds spent serving so far. */
  public long busy() {
    return busy;
  }
}
