package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import java.util.List;

/** One call of a shard, which takes place at one instant. */
sealed interface Request {
  /**
   * @param isMoved whether the shard is asked that a slot moves to
   */
  record ReadData(PrimaryKey key, boolean isMoved) implements Request {}

  record WriteData(ConditionalWrite<PrimaryKey, DataRecord> write, boolean isMoved)
      implements Request {}

  /** As {@link ReadData}. */
  record ReadIndex(IndexKey key, boolean isMoved) implements Request {}

  record WriteIndex(ConditionalWrite<IndexKey, IndexRecord> write, boolean isMoved)
      implements Request {}

  /** The local index of one data shard. */
  record FindLocally(int shard, SecondaryKey key) implements Request {}

  record WriteBoth(
      ConditionalWrite<PrimaryKey, DataRecord> data,
      List<ConditionalWrite<IndexKey, IndexRecord>> index)
      implements Request {}

  /** Stores the next phase of a move, or waits for it, unless another mover was faster. */
  record Advance(Mode mode, int from) implements Request {}

  default boolean isIndex() {
    return this instanceof ReadIndex || this instanceof WriteIndex;
  }

  default boolean isWrite() {
    return this instanceof WriteData || this instanceof WriteIndex || this instanceof WriteBoth;
  }
}
