package dev.tenure.record.global.protocol;

/** Knows which index shards are down. A wrong answer only costs time. */
public interface ShardHealth {

  /** Whether the index shard at this place is known to be down. */
  boolean isDown(int place);

  /** The shard has answered. */
  void answered(int place);

  /** The shard has not answered, or refused. */
  void failed(int place);

  /** Knows of no shard that is down. */
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
