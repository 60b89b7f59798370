package dev.tenure.record.structure;

import com.apple.foundationdb.tuple.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * What looking through a part of a ranked set has found.
 *
 * @param faults what is not as it must be, each with its key, what was expected and found
 * @param spareFingers fingers at which no member is: harmless
 * @param rows how many rows were read
 * @param next where the next part begins; empty when this was the last
 */
public record RankedSetCheck(
    List<String> faults, int spareFingers, int rows, Optional<Tuple> next) {
  public RankedSetCheck {
    faults = List.copyOf(faults);
  }
}
