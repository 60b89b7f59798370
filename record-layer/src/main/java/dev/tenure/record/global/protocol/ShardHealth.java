package dev.tenure.record.global.protocol;

/** Knows which index shards are down. A wrong answer only costs time. */
public interface ShardHealth {

  /** Whether the index shard at this position is known to be down. */
  boolean isDown(int place);

  /** Notes that the shard has answered. */
  void answered(int place);

  /** Notes that the shard has not answered, or has refused. */
  void failed(int place);

  /** An instance that takes no shard for down. */
  static ShardHealth unknown() {
    return new ShardHealth() {
      @Override
      public boolean isDown(int place) {
        return false;
      }

      @Override
      public void answered(int place) {}

      @Override
      public void failed(int place) {}
    };
  }
}
