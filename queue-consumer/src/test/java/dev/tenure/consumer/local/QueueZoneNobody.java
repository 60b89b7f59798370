package dev.tenure.consumer.local;

import dev.tenure.queue.zone.ZoneWaker;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** The waker of a zone that no consumer serves. */
enum QueueZoneNobody implements ZoneWaker {
  WAKES;

  @Override
  public CompletableFuture<Void> prepare() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void wake(Instant vesting, String itemId) {}
}
