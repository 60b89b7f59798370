package dev.tenure.record.global.client;

import dev.tenure.record.global.protocol.ShardHealth;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Remembers index shards that failed. Such a shard counts as down for a while, or until it answers.
 * If the clock is set back, no shard counts as down any longer: a shard that counts as down is not
 * called, so that it could not answer.
 */
final class IndexShardHealth implements ShardHealth {
  private final InstantSource clock;
  private final Duration downFor;
  private final ConcurrentMap<Integer, Long> failedAt = new ConcurrentHashMap<>();

  IndexShardHealth(InstantSource clock, Duration downFor) {
    this.clock = clock;
    this.downFor = downFor;
  }

  @Override
  public boolean isDown(int place) {
    Long failed = failedAt.get(place);
    if (failed == null) {
      return false;
    }
    long passed = clock.millis() - failed;
    return passed >= 0 && passed < downFor.toMillis();
  }

  @Override
  public void answered(int place) {
    failedAt.remove(place);
  }

  @Override
  public void failed(int place) {
    failedAt.put(place, clock.millis());
  }
}
