package dev.tenure.record.index.aggregate;

import dev.tenure.record.index.IndexScan;
import dev.tenure.record.tuple.TupleRange;
import java.util.Objects;

/**
 * The groups of a permuted index, ordered by the columns of the group that are in front, then by
 * the extremum, then by the other columns of the group. An entry has the group in the order of its
 * definition, and the extremum as its value.
 *
 * @param range of the columns in that order
 */
public record PermutedScan(TupleRange range) implements IndexScan {
  /** The kind of this scan. */
  public static final String BY_EXTREMUM = "by-extremum";

  public PermutedScan {
    Objects.requireNonNull(range, "range");
  }

  @Override
  public String kind() {
    return BY_EXTREMUM;
  }
}
