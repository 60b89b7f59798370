package dev.tenure.queue.zone;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * Called by a zone, in its transaction, when an item may vest earlier than all earlier items. Its
 * state belongs to (transaction, zone): two zone objects with one name share it within a
 * transaction.
 */
public interface ZoneWaker {

  /** Reads what {@link #wake} needs. Completes before the zone's first write; may be repeated. */
  CompletableFuture<Void> prepare();

  /**
   * Ensures that a consumer visits the zone at the vesting time.
   *
   * @param itemId the item that vests then; part of a nudge's key, which makes it unique
   * @throws IllegalStateException when {@link #prepare} has not completed
   */
  void wake(Instant vesting, String itemId);
}
