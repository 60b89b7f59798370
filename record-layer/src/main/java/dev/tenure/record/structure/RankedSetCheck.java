package dev.tenure.record.structure;

import com.apple.foundationdb.tuple.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * The result of checking a part of a ranked set.
 *
 * @param faults the faults, each with its key, the expected and the actual value
 * @param spareFingers the number of fingers without a member; these are harmless
 * @param rows the number of rows read
 * @param next the position at which the next part begins; empty when this was the last
 */
public record RankedSetCheck(
    List<String> faults, int spareFingers, int rows, Optional<Tuple> next) {
  public RankedSetCheck {
    faults = List.copyOf(faults);
  }
}
