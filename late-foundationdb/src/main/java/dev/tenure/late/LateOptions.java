package dev.tenure.late;

import java.time.Duration;

/**
 * The delays and faults of a {@link LateDatabase}. Each share is a number from 0 to 1. Immutable.
 *
 * @param seed decides every draw: the same calls in the same order meet the same delays. It has no
 *     default; each test names its seed
 * @param delayed the share of answers that are delayed by a time between 0 and {@code delayMax},
 *     drawn evenly. Default 0.2. Each further delayed answer costs {@code delayMax / 2} of waiting
 *     on average; raise it where time is virtual and waiting is free
 * @param overtaken the share of answers that wait until the answer to a later request has been
 *     delivered, at most {@code delayMax}. If no later request comes within 100 microseconds, the
 *     answer is delivered then. Default 0.3. A larger value costs those 100 microseconds more
 *     often; raise it to 0.5 where a test is about the order of answers
 * @param withheld the share of answers from the cluster that come only after {@link
 *     LateDatabase#release}, or never. Default 0. Code without time limits hangs at the first
 *     withheld answer; raise it to test time limits
 * @param watchLost the share of watches whose firing never reaches the caller. Default 0. Raise it
 *     where the code under test must not rely on watches
 * @param delayMax the longest delay of an answer or a commit. Default 2 milliseconds. A larger
 *     value makes tests on real time slower; raise it to seconds under virtual time, to reach the
 *     five seconds of a transaction
 * @param commits the faults of commits, in addition to the delays of their answers
 */
public record LateOptions(
    long seed,
    double delayed,
    double overtaken,
    double withheld,
    double watchLost,
    Duration delayMax,
    LateCommits commits) {
  private static final Duration DELAY_MAX = Duration.ofMillis(2);
  private static final Duration DELAY_MAX_LIMIT = Duration.ofDays(1);

  public LateOptions {
    requireRate(delayed, "delayed");
    requireRate(overtaken, "overtaken");
    requireRate(withheld, "withheld");
    requireRate(watchLost, "watchLost");
    if (delayed + overtaken + withheld > 1) {
      throw new IllegalArgumentException(
          "delayed %s, overtaken %s and withheld %s are together more than 1"
              .formatted(delayed, overtaken, withheld));
    }
    if (delayMax.isNegative() || delayMax.compareTo(DELAY_MAX_LIMIT) > 0) {
      throw new IllegalArgumentException(
          "delayMax is %s, it must be from PT0S to %s".formatted(delayMax, DELAY_MAX_LIMIT));
    }
  }

  static void requireRate(double rate, String name) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException(
          "%s is %s, a rate must be from 0 to 1".formatted(name, rate));
    }
  }

  /**
   * The default options with this seed: half of the answers come late, within 2 milliseconds, and
   * no answer is lost.
   */
  public static LateOptions seeded(long seed) {
    return new LateOptions(seed, 0.2, 0.3, 0, 0, DELAY_MAX, LateCommits.usual());
  }

  /**
   * Options without delays. Answers are withheld only by methods such as {@link LateDatabase#hang}.
   */
  public static LateOptions punctual(long seed) {
    return new LateOptions(seed, 0, 0, 0, 0, DELAY_MAX, LateCommits.usual().withHeld(0));
  }

  public LateOptions withSeed(long other) {
    return new LateOptions(other, delayed, overtaken, withheld, watchLost, delayMax, commits);
  }

  public LateOptions withDelayed(double rate) {
    return new LateOptions(seed, rate, overtaken, withheld, watchLost, delayMax, commits);
  }

  public LateOptions withOvertaken(double rate) {
    return new LateOptions(seed, delayed, rate, withheld, watchLost, delayMax, commits);
  }

  public LateOptions withWithheld(double rate) {
    return new LateOptions(seed, delayed, overtaken, rate, watchLost, delayMax, commits);
  }

  public LateOptions withWatchLost(double rate) {
    return new LateOptions(seed, delayed, overtaken, withheld, rate, delayMax, commits);
  }

  public LateOptions withDelayMax(Duration longest) {
    return new LateOptions(seed, delayed, overtaken, withheld, watchLost, longest, commits);
  }

  public LateOptions withCommits(LateCommits behaviour) {
    return new LateOptions(seed, delayed, overtaken, withheld, watchLost, delayMax, behaviour);
  }
}
