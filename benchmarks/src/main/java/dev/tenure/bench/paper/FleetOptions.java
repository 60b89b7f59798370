package dev.tenure.bench.paper;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Tuning;
import java.time.Duration;

/**
 * The options of consumers like those of QuiCK: 128 managers, 128 workers, peek_max 20,000,
 * selection_max 2,000.
 */
final class FleetOptions {
  private static final int THREADS = 128;

  private FleetOptions() {}

  /**
   * Options of a consumer.
   *
   * @param dequeueMax the most items of a visit, also while no other zone waits
   */
  static ConsumerOptions consumer(int number, int dequeueMax) {
    return ConsumerOptions.defaults("consumer-" + number)
        .withManagers(THREADS)
        .withWorkers(THREADS)
        .withDequeueMax(dequeueMax)
        .withDequeueMaxAlone(dequeueMax);
  }

  /**
   * Options that follow Algorithm 1 exactly: all consumers draw from the same pointers, and each
   * selection comes from a new peek.
   */
  static ConsumerOptions peekingEachTime(ConsumerOptions options) {
    return options.withTuning(Tuning.defaults().withDivided(false).withPeekKept(Duration.ZERO));
  }

  /**
   * Options with which all consumers draw from the same pointers, and make several selections from
   * one peek.
   */
  static ConsumerOptions undivided(ConsumerOptions options) {
    return options.withTuning(Tuning.defaults().withDivided(false));
  }
}
