package dev.tenure.bench.peers;

import java.util.List;

/**
 * The results of one system under one shape.
 *
 * @param warmUps the shape's {@link WarmUp} figure in each unmeasured run, in order
 * @param rounds the measured rounds, in order
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
