package dev.tenure.record.global;

/** A shard of index records. */
public interface IndexShard extends Shard<IndexKey, IndexRecord> {

  /**
   * Whether {@link #write} replaces a record in one step. When it does not, a record is deleted and
   * then inserted.
   */
  default boolean replaces() {
    return true;
  }
}
