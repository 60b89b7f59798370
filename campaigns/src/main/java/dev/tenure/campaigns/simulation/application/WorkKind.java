package dev.tenure.campaigns.simulation.application;

import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** The kinds of work of the simulated items. The payload of an item is the number of its order. */
public enum WorkKind {
  /** Done, with effects. */
  EFFECT(30, Ending.EFFECTS),
  /** Done, without effects. */
  PLAIN(20, Ending.NO_TRACE),
  /** Fails once or twice, then has effects. */
  FLAKY(10, Ending.EFFECTS),
  /** Takes up to twice its lease, then has effects. */
  SLOW(10, Ending.EFFECTS),
  /**
   * Its first attempt never ends, or ends some time after it was cancelled; the next one has
   * effects.
   */
  HANGING(3, Ending.EFFECTS),
  /** Throws an Error at its first attempt, then has effects. */
  ERRING(4, Ending.EFFECTS),
  /** Snoozes at its first lease, then has effects. */
  SNOOZING(5, Ending.EFFECTS),
  /** Its effects enqueue another item of kind EFFECT. */
  CHAIN(6, Ending.EFFECTS),
  /** Discards itself. */
  UNWANTED(4, Ending.NO_TRACE),
  /** Fails for good. */
  POISON(5, Ending.DEAD_LETTER),
  /** Takes up to twice its lease, then fails for good. */
  SPOILED(4, Ending.DEAD_LETTER),
  /** Its payload cannot be decoded. */
  GARBLED(3, Ending.DEAD_LETTER),
  /** No consumer knows its type. */
  STRANGE(2, Ending.STAYS);

  /** How an item of a kind ends when nobody interferes. */
  public enum Ending {
    EFFECTS,
    NO_TRACE,
    DEAD_LETTER,
    STAYS
  }

  /** Longer than an item waits between two of its attempts. */
  static final Duration BACKOFF_MAX = Duration.ofSeconds(2);

  public static final Duration EXECUTION_BOUND = Duration.ofSeconds(10);

  /**
   * The policy of all items. It allows many vanished attempts, so that crashes of holders do not
   * decide how an item ends.
   */
  private static final WorkPolicy POLICY =
      WorkPolicy.defaults()
          .withVanishedMax(0)
          .withBackoff(Duration.ofMillis(100), BACKOFF_MAX)
          .withAttemptsMax(6)
          .withExecutionBound(EXECUTION_BOUND);

  private final int weight;
  private final Ending ending;

  WorkKind(int weight, Ending ending) {
    this.weight = weight;
    this.ending = ending;
  }

  public WorkType<String> type() {
    return WorkType.of(name().toLowerCase(Locale.ROOT), PayloadCodecs.text()).withPolicy(POLICY);
  }

  public Ending ending() {
    return ending;
  }

  /** The kinds that are done by their first call. */
  public static List<WorkKind> instant() {
    return List.of(EFFECT, PLAIN, CHAIN, UNWANTED);
  }

  public static WorkKind ofType(String type) {
    return valueOf(type.toUpperCase(Locale.ROOT));
  }

  public static WorkKind draw(RandomGenerator random) {
    int weights = 0;
    for (WorkKind kind : values()) {
      weights += kind.weight;
    }
    int drawn = random.nextInt(weights);
    for (WorkKind kind : values()) {
      drawn -= kind.weight;
      if (drawn < 0) {
        return kind;
      }
    }
    throw new IllegalStateException("the weights of the kinds changed while one was drawn");
  }
}
