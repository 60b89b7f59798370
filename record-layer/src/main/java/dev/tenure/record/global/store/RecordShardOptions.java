package dev.tenure.record.global.store;

import dev.tenure.record.serialize.RecordSerializer;
import java.time.Duration;
import java.util.Objects;

/**
 * Options of a shard in a record store.
 *
 * @param timeout the longest time of a call, 1 ms to a day, default 5 seconds. A call without an
 *     answer fails with {@code ShardDownException} at most a second later. With a larger value,
 *     calls to a busy cluster succeed later, and calls to a cluster that is down fail later. With
 *     commit markers a call may take twice as long, since it looks up a commit that was not
 *     answered
 * @param serializer turns records into bytes, with compression and encryption; plain by default.
 *     Keys of records, and secondary keys in the local index, are never encrypted
 */
public record RecordShardOptions(Duration timeout, RecordSerializer serializer) {
  private static final Duration TIMEOUT_MIN = Duration.ofMillis(1);
  private static final Duration TIMEOUT_MAX = Duration.ofDays(1);

  public RecordShardOptions {
    Objects.requireNonNull(serializer, "serializer");
    if (timeout.compareTo(TIMEOUT_MIN) < 0 || timeout.compareTo(TIMEOUT_MAX) > 0) {
      throw new IllegalArgumentException(
          "the timeout of a shard is "
              + timeout
              + ", it must be "
              + TIMEOUT_MIN
              + " to "
              + TIMEOUT_MAX);
    }
  }

  public static RecordShardOptions defaults() {
    return new RecordShardOptions(Duration.ofSeconds(5), RecordSerializer.plain());
  }

  public RecordShardOptions withTimeout(Duration newTimeout) {
    return new RecordShardOptions(newTimeout, serializer);
  }

  public RecordShardOptions withSerializer(RecordSerializer newSerializer) {
    return new RecordShardOptions(timeout, newSerializer);
  }
}
