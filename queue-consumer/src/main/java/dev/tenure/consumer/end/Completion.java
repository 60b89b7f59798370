package dev.tenure.consumer.end;

import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.queue.zone.ZoneOutcome;
import java.util.concurrent.CompletableFuture;

/**
 * An end that waits to be committed. The result completes once, whatever happens. One step at a
 * time works on it, so it needs no lock.
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
   * What a committed transaction did to the item.
   *
   * @param doubtful an earlier attempt may have been applied unnoticed: what was found gone may be
   *     its doing
   */
  record Applied(ZoneOutcome outcome, boolean doubtful) {}

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

  /** The database did not take it; true the first time. */
  boolean refuse() {
    boolean first = !refused;
    refused = true;
    return first;
  }

  /** How often it was put off because the database did not take it; counts this time. */
  int postpone() {
    return ++postponed;
  }

  /** How often it failed alone though the database was well; counts this time. */
  int suspect() {
    return ++suspected;
  }

  /** It is committed in transactions of its own from now on. */
  void goApart() {
    apart = true;
  }

  boolean isApart() {
    return apart;
  }

  /** A transaction that failed may have been applied all the same. */
  void doubt() {
    doubtful = true;
  }

  boolean isDoubtful() {
    return doubtful;
  }
}
