package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.queue.WorkPolicy;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The kinds of work in this world. The payload of an item is its id. */
enum Job {
  /** Done at once, without effects. */
  PLAIN(Ending.DONE),
  /** Done at once, with effects. */
  EFFECT(Ending.DONE),
  /** Takes longer than its lease, then has effects. */
  SLOW(Ending.DONE),
  /** Of a type that only the newer version of the application has. */
  NEWCOMER(Ending.DONE),
  /** Its effects take half of the time that a transaction has: two of them are too old together. */
  SLOW_EFFECTS(Ending.DONE),
  /** Throws at each attempt. */
  THROWING(Ending.DEAD),
  /** Throws a checked exception that its signature does not have. */
  SNEAKY(Ending.DEAD),
  /** Throws an Error. */
  ERRING(Ending.DEAD),
  /** Throws an exception whose {@code getMessage} throws. */
  SPEECHLESS(Ending.DEAD),
  /** Returns null instead of a stage. */
  STAGELESS(Ending.DEAD),
  /** Its stage completes with null. */
  OUTCOMELESS(Ending.DEAD),
  /** A dead letter without a reason. */
  DEAD_WITHOUT_REASON(Ending.DEAD),
  /** Retries without a reason. */
  RETRIED_WITHOUT_REASON(Ending.DEAD),
  /** Discarded without a reason. */
  DISCARDED_WITHOUT_REASON(Ending.DONE),
  /** Its stage never completes. */
  ENDLESS(Ending.DEAD),
  /** Its stage completes only after it was cancelled. */
  LATE(Ending.DEAD),
  /** Its effects always fail with 1007. */
  EFFECTS_TOO_OLD(Ending.DEAD),
  /** Its effects always fail with 1020. */
  EFFECTS_IN_CONFLICT(Ending.DEAD),
  /** Its effects are too large for a transaction. */
  EFFECTS_TOO_LARGE(Ending.DEAD),
  /** Its effects break a unique index, which the check before the commit finds. */
  EFFECTS_REFUSED(Ending.DEAD),
  /** The stage of its effects never completes. */
  EFFECTS_ENDLESS(Ending.DEAD),
  /** Its effects throw an Error. */
  EFFECTS_ERRING(Ending.DEAD),
  /** Its codec throws a checked exception that its signature does not have. */
  CODEC_SNEAKY(Ending.DEAD),
  /** Its codec throws an Error. */
  CODEC_ERRING(Ending.DEAD),
  /** Its codec cannot read it. */
  CODEC_UNREADABLE(Ending.DEAD);

  /** How an item ends, however often its holders die. */
  enum Ending {
    DONE,
    DEAD
  }

  static final int ATTEMPTS_MAX = 3;
  static final Duration BACKOFF_MAX = Duration.ofSeconds(1);
  static final Duration EXECUTION_BOUND = Duration.ofSeconds(12);

  private static final Set<Job> GOOD = EnumSet.of(PLAIN, EFFECT, SLOW, NEWCOMER);
  private static final Set<Job> POISON =
      EnumSet.complementOf(EnumSet.of(PLAIN, EFFECT, SLOW, NEWCOMER, SLOW_EFFECTS));

  private static final WorkPolicy POLICY =
      WorkPolicy.defaults()
          .withVanishedMax(0)
          .withBackoff(Duration.ofMillis(100), BACKOFF_MAX)
          .withAttemptsMax(ATTEMPTS_MAX)
          .withExecutionBound(EXECUTION_BOUND);

  private final Ending ending;

  Job(Ending ending) {
    this.ending = ending;
  }

  Ending ending() {
    return ending;
  }

  String type() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The policy of the job's items. For good items it sets no limit of attempts, because attempts
   * that end with their process must not set them aside.
   */
  WorkPolicy policy() {
    return isGood() ? POLICY.withAttemptsMax(0) : POLICY;
  }

  /** Whether the job is well-behaved. */
  boolean isGood() {
    return GOOD.contains(this) || this == SLOW_EFFECTS;
  }

  static Job ofType(String type) {
    return valueOf(type.toUpperCase(Locale.ROOT));
  }

  static Job anyGood(RandomGenerator random) {
    return any(List.copyOf(GOOD), random);
  }

  static Job anyPoison(RandomGenerator random) {
    return any(List.copyOf(POISON), random);
  }

  private static Job any(List<Job> jobs, RandomGenerator random) {
    return jobs.get(random.nextInt(jobs.size()));
  }
}
