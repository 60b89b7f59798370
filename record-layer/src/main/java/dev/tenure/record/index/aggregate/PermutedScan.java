package dev.tenure.record.index.aggregate;

import dev.tenure.record.index.IndexScan;
import dev.tenure.record.tuple.TupleRange;
import java.util.Objects;

/**
 * A scan of the groups of a permuted index, ordered first by the leading columns of the group, then
 * by the extremum, then by the remaining columns of the group. An entry has the group's columns in
 * the order of the definition, and the extremum as its value.
 *
 * @param range the range of the columns in that order
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
