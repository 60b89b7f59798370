package dev.tenure.record.index.rank;

import com.apple.foundationdb.tuple.Tuple;

/**
 * A score with its rank in its group.
 *
 * @param rank the number of entries (when duplicates count) or of different scores (otherwise) that
 *     are lower, or that are higher when ranks are counted from the top
 * @param lastRank the highest rank of the entries with this score; equal to {@code rank} when
 *     duplicates do not count
 * @param entries the number of entries with this score
 */
public record RankedScore(Tuple group, Tuple score, long rank, long lastRank, long entries) {}
