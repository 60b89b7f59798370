package dev.tenure.consumer.end;

import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.queue.zone.ZoneOutcome;
import java.util.concurrent.CompletableFuture;

/**
 * An end that waits to be committed. Its result completes exactly once. Only one step at a time
 * uses it, so it needs no lock.
 */
final class Completion {
  private final InFlightItem inFlight;
  private final Ending ending;
  private final CompletableFuture<Applied> result = new CompletableFuture<>();
  private int postponed;
  private int suspected;
  private boolean refused;
  private boolean apart;
  private boolean doubtful;

  /**
   * The result of a committed transaction for the item.
   *
   * @param outcome what the zone did with the end
   * @param byEarlierAttempt whether an item that was found gone was ended by an earlier attempt,
   *     which was applied unnoticed
   */
  record Applied(ZoneOutcome outcome, boolean byEarlierAttempt) {}

  Completion(InFlightItem inFlight, Ending ending) {
    this.inFlight = inFlight;
    this.ending = ending;
  }

  InFlightItem inFlight() {
    return inFlight;
  }

  Ending ending() {
    return ending;
  }

  CompletableFuture<Applied> result() {
    return result;
  }

  boolean hasEffects() {
    return ending.effectsToApply().isPresent();
  }

  /** Notes that the database refused the end; true the first time. */
  boolean refuse() {
    boolean first = !refused;
    refused = true;
    return first;
  }

  /** Counts a postponement by the database, and returns the number of postponements. */
  int postpone() {
    return ++postponed;
  }

  /**
   * Counts a failure in a separate transaction while the database was well, and returns the number
   * of such failures.
   */
  int suspect() {
    return ++suspected;
  }

  /** From now on, the end is committed in a separate transaction. */
  void goApart() {
    apart = true;
  }

  boolean isApart() {
    return apart;
  }

  /** Notes that a failed transaction may have been applied nevertheless. */
  void doubt() {
    doubtful = true;
  }

  boolean isDoubtful() {
    return doubtful;
  }
}
