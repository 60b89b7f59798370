package dev.tenure.bench.peers;

import java.util.List;

/**
 * One contestant under one shape.
 *
 * @param warmUps the shape's {@link WarmUp} figure of each unmeasured run before, in their order
 * @param rounds in the order they were measured
 */
record Result(String shape, String contestant, List<Double> warmUps, List<Reading> rounds) {

  Result {
    warmUps = List.copyOf(warmUps);
    rounds = List.copyOf(rounds);
  }

  Reading median() {
    return Reading.median(rounds);
  }
}
