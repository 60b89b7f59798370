package dev.tenure.record.index.rank;

import com.apple.foundationdb.tuple.Tuple;

/**
 * A score and its place among those of its group.
 *
 * @param rank what comes before the score, or above it when ranks are counted from the top: entries
 *     when duplicates count, and scores otherwise
 * @param lastRank the rank of the last of those that have the score; as {@code rank} when
 *     duplicates do not count
 * @param entries how many entries have the score
 */
public record RankedScore(Tuple group, Tuple score, long rank, long lastRank, long entries) {}
