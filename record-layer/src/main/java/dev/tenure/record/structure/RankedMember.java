package dev.tenure.record.structure;

import com.apple.foundationdb.tuple.Tuple;

/**
 * A member of a ranked set.
 *
 * @param rank the total count of the members before it, from 0
 * @param copies how many times it was added and not removed, at least 1
 */
public record RankedMember(Tuple member, long rank, long copies) {}
