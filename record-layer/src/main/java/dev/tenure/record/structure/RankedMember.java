package dev.tenure.record.structure;

import com.apple.foundationdb.tuple.Tuple;

/**
 * A member of a ranked set.
 *
 * @param rank what the members before it count together, from 0
 * @param copies how often it was added and not removed, at least 1
 */
public record RankedMember(Tuple member, long rank, long copies) {}
