package dev.tenure.consumer;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Options of a consumer that are rarely changed. Immutable; every value is checked.
 *
 * @param waitingMax the most items leased ahead of idle workers, 0 to 10,000. While items run long,
 *     fewer are leased ahead, down to none
 * @param endingMax the most items whose ends are not committed yet, 1 to 100,000; beyond it no item
 *     is leased
 * @param completionsMax ends without effects in one transaction, 1 to 1,000
 * @param effectsMax ends with effects, of one tenant, in one transaction, 1 to 1,000
 * @param effectsBound the longest that effects may take to apply, 1 ms to 5 s
 * @param peekKept the time during which selections are drawn from one peek, 0 to 10 s
 * @param staleness the largest age of a peek's read version under load, 0 to 5 s
 * @param rankDelay the time that a consumer waits, for each consumer ranked before it, when an idle
 *     shard is signalled, 0 to 10 s; in all it waits for 5 s at most
 * @param sequentialLease the time for which one consumer scans a shard in order before it asks
 *     again, 1 s to 10 min
 * @param unknownTypeParkedAfter the time that an item waits for a consumer to announce its type, or
 *     its schema version, before it is parked, 1 s to 30 days
 * @param divided whether live consumers with the same handlers divide the waiting zones among
 *     themselves and each draws its share first; in the paper all consumers draw from the same
 *     zones
 */
public record Tuning(
    int waitingMax,
    int endingMax,
    int completionsMax,
    int effectsMax,
    Duration effectsBound,
    Duration peekKept,
    Duration staleness,
    Duration rankDelay,
    Duration sequentialLease,
    Duration unknownTypeParkedAfter,
    boolean divided) {

  public Tuning {
    QueueLimits.checkBetween("waitingMax", waitingMax, 0, 10_000);
    QueueLimits.checkBetween("endingMax", endingMax, 1, 100_000);
    QueueLimits.checkBetween("completionsMax", completionsMax, 1, 1_000);
    QueueLimits.checkBetween("effectsMax", effectsMax, 1, 1_000);
    QueueLimits.checkBetween(
        "effectsBound", effectsBound, Duration.ofMillis(1), Duration.ofSeconds(5));
    QueueLimits.checkBetween("peekKept", peekKept, Duration.ZERO, Duration.ofSeconds(10));
    QueueLimits.checkBetween("staleness", staleness, Duration.ZERO, Duration.ofSeconds(5));
    QueueLimits.checkBetween("rankDelay", rankDelay, Duration.ZERO, Duration.ofSeconds(10));
    QueueLimits.checkBetween(
        "sequentialLease", sequentialLease, Duration.ofSeconds(1), Duration.ofMinutes(10));
    QueueLimits.checkBetween(
        "unknownTypeParkedAfter",
        unknownTypeParkedAfter,
        Duration.ofSeconds(1),
        Duration.ofDays(30));
  }

  public static Tuning defaults() {
    return new Tuning(
        512,
        4_096,
        256,
        32,
        Duration.ofSeconds(4),
        Duration.ofMillis(250),
        Duration.ofMillis(100),
        Duration.ofMillis(20),
        Duration.ofSeconds(10),
        Duration.ofHours(1),
        true);
  }

  public Tuning withWaitingMax(int newWaitingMax) {
    return with(builder -> builder.waitingMax = newWaitingMax);
  }

  public Tuning withEndingMax(int newEndingMax) {
    return with(builder -> builder.endingMax = newEndingMax);
  }

  public Tuning withCompletionsMax(int newCompletionsMax) {
    return with(builder -> builder.completionsMax = newCompletionsMax);
  }

  public Tuning withEffectsMax(int newEffectsMax) {
    return with(builder -> builder.effectsMax = newEffectsMax);
  }

  public Tuning withEffectsBound(Duration newEffectsBound) {
    return with(builder -> builder.effectsBound = newEffectsBound);
  }

  public Tuning withPeekKept(Duration newPeekKept) {
    return with(builder -> builder.peekKept = newPeekKept);
  }

  public Tuning withStaleness(Duration newStaleness) {
    return with(builder -> builder.staleness = newStaleness);
  }

  public Tuning withRankDelay(Duration newRankDelay) {
    return with(builder -> builder.rankDelay = newRankDelay);
  }

  public Tuning withSequentialLease(Duration newSequentialLease) {
    return with(builder -> builder.sequentialLease = newSequentialLease);
  }

  public Tuning withUnknownTypeParkedAfter(Duration newUnknownTypeParkedAfter) {
    return with(builder -> builder.unknownTypeParkedAfter = newUnknownTypeParkedAfter);
  }

  public Tuning withDivided(boolean newDivided) {
    return with(builder -> builder.divided = newDivided);
  }

  private Tuning with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /** The values of options while some of them are changed. */
  private static final class Builder {
    private int waitingMax;
    private int endingMax;
    private int completionsMax;
    private int effectsMax;
    private Duration effectsBound;
    private Duration peekKept;
    private Duration staleness;
    private Duration rankDelay;
    private Duration sequentialLease;
    private Duration unknownTypeParkedAfter;
    private boolean divided;

    Builder(Tuning from) {
      waitingMax = from.waitingMax;
      endingMax = from.endingMax;
      completionsMax = from.completionsMax;
      effectsMax = from.effectsMax;
      effectsBound = from.effectsBound;
      peekKept = from.peekKept;
      staleness = from.staleness;
      rankDelay = from.rankDelay;
      sequentialLease = from.sequentialLease;
      unknownTypeParkedAfter = from.unknownTypeParkedAfter;
      divided = from.divided;
    }

    Tuning build() {
      return new Tuning(
          waitingMax,
          endingMax,
          completionsMax,
          effectsMax,
          effectsBound,
          peekKept,
          staleness,
          rankDelay,
          sequentialLease,
          unknownTypeParkedAfter,
          divided);
    }
  }
}
