package dev.tenure.bench.fleet;

/** A modelled resource that serves one request after the other, in the order they come. */
public final class SerialThread {
  private long freeAt;
  private long busy;

  /** When a request that comes now and takes {@code cost} is served; all in nanoseconds. */
  public long serve(long now, long cost) {
    freeAt = Math.max(now, freeAt) + cost;
    busy += cost;
    return freeAt;
  }

  /** Nanoseconds spent serving so far. */
  public long busy() {
    return busy;
  }
}
