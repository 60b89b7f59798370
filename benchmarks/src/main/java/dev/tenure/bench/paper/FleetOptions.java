package dev.tenure.bench.paper;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Tuning;
import java.time.Duration;

/** Consumers as the paper's: 128 managers, 128 workers, peek_max 20,000, selection_max 2,000. */
final class FleetOptions {
  private static final int THREADS = 128;

  private FleetOptions() {}

  /**
   * @param dequeueMax items of a visit, however many wait
   */
  static ConsumerOptions consumer(int number, int dequeueMax) {
    return ConsumerOptions.defaults("consumer-" + number)
        .withManagers(THREADS)
        .withWorkers(THREADS)
        .withDequeueMax(dequeueMax)
        .withDequeueMaxAlone(dequeueMax);
  }

  /** Algorithm 1 to the letter: all draw from the same, each selection from a new peek. */
  static ConsumerOptions peekingEachTime(ConsumerOptions options) {
    return options.withTuning(Tuning.defaults().withDivided(false).withPeekKept(Duration.ZERO));
  }

  /** All draw from the same, several selections from one peek. */
  static ConsumerOptions undivided(ConsumerOptions options) {
    return options.withTuning(Tuning.defaults().withDivided(false));
  }
}
