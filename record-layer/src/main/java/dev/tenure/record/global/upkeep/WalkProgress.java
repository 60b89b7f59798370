package dev.tenure.record.global.upkeep;

/**
 * The progress of a walk after a page. The number of records is not known before the end.
 *
 * @param records the number of records that this run has visited
 * @param shardsDone the number of shards that are scanned to their end, including those of earlier
 *     runs
 * @param shards the number of all shards of the walk
 * @param position the position at which a later run can continue
 */
public record WalkProgress(long records, int shardsDone, int shards, WalkPosition position) {}
