package dev.tenure.record.global.client;

import dev.tenure.record.global.protocol.ShardHealth;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** An index shard that failed counts as down for a while, unless it answers before. */
final class IndexShardHealth implements ShardHealth {
  private final InstantSource clock;
  private final Duration downFor;
  private final ConcurrentMap<Integer, Long> downUntil = new ConcurrentHashMap<>();

  IndexShardHealth(InstantSource clock, Duration downFor) {
    this.clock = clock;
    this.downFor = downFor;
  }

  @Override
  public boolean isDown(int place) {
    Long until = downUntil.get(place);
    return until != null && clock.millis() < until;
  }

  @Override
  public void answered(int place) {
    downUntil.remove(place);
  }

  @Override
  public void failed(int place) {
    downUntil.put(place, clock.millis() + downFor.toMillis());
  }
}
