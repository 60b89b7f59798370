package dev.tenure.record.global.upkeep;

/**
 * The progress of a walk after a page. The number of records is not known before the end.
 *
 * @param records of this run so far
 * @param shardsDone shards that are scanned to their end, those of earlier runs included
 * @param shards all shards of the walk
 * @param position where a later run can go on
 */
public record WalkProgress(long records, int shardsDone, int shards, WalkPosition position) {}
