package dev.tenure.record.global.client;

import dev.tenure.record.global.protocol.ShardHealth;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * An index shard that failed counts as down for a while, unless it answers before. A clock that is
 * set back ends that time: a shard that counts as down is not called, and so could not answer.
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
