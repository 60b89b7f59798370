package dev.tenure.bench.peers;

import java.util.List;

/**
 * One system under one shape.
 *
 * @param warmUps the shape's {@link WarmUp} figure of each unmeasured run before, in their order
 * @param rounds in the order they were measured
 */
record SystemResult(
    String shape, String system, List<Double> warmUps, List<MeasuredValues> rounds) {

  SystemResult {
    warmUps = List.copyOf(warmUps);
    rounds = List.copyOf(rounds);
  }

  MeasuredValues median() {
    return MeasuredValues.median(rounds);
  }
}
