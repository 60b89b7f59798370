package dev.tenure.consumer;

import dev.tenure.queue.zone.ZoneOutcome;
import java.util.concurrent.CompletableFuture;

/** An end that waits to be committed. The result completes once, whatever happens. */
final class Completion {
  private final Held held;
  private final Ending ending;
  private final CompletableFuture<Applied> result = new CompletableFuture<>();
  private int postponed;
  private boolean refused;

  /**
   * What a committed transaction did to the item.
   *
   * @param doubtful an earlier attempt may have been applied unnoticed: what was found gone may be
   *     its doing
   */
  record Applied(ZoneOutcome outcome, boolean doubtful) {}

  Completion(Held held, Ending ending) {
    this.held = held;
    this.ending = ending;
  }

  Held held() {
    return held;
  }

  Ending ending() {
    return ending;
  }

  CompletableFuture<Applied> result() {
    return result;
  }

  /** The database did not take it; true the first time. */
  boolean refuse() {
    boolean first = !refused;
    refused = true;
    return first;
  }

  /** How often it was put off because the database did not take it; counts this time. */
  int postpone() {
    return postponed++;
  }
}
