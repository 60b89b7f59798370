package dev.tenure.bench.peers;

import java.util.List;

/**
 * One contestant under one shape.
 *
 * @param rounds in the order they were measured; the warm-up is not among them
 */
record Result(String shape, String contestant, List<Reading> rounds) {

  Result {
    rounds = List.copyOf(rounds);
  }

  Reading median() {
    return Reading.median(rounds);
  }
}
