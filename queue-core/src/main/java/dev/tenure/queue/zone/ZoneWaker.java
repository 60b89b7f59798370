package dev.tenure.queue.zone;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * Told by a zone, in its transaction, that an item may run earlier than anything before. State
 * belongs to (transaction, zone): two zones opened on the same name in one transaction share it.
 */
public interface ZoneWaker {

  /** Reads what {@link #wake} needs. Must be done before the zone's first write; repeatable. */
  CompletableFuture<Void> prepare();

  /**
   * Makes sure that somebody looks into the zone at the vesting time.
   *
   * @param itemId whose change it was; makes the nudge's key its own
   * @throws IllegalStateException when {@link #prepare} has not completed
   */
  void wake(Instant vesting, String itemId);
}
