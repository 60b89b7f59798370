package dev.tenure.queue.explain;

import dev.tenure.queue.zone.QueueZone;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Tells what holds up an item that belongs to an ordered group. */
@FunctionalInterface
interface GroupSight {
  /** Where no item has a group. */
  GroupSight NO_GROUPS = (zone, id) -> CompletableFuture.completedFuture(Optional.empty());

  /** By snapshot, in the zone's transaction; empty when the item waits for no other. */
  CompletableFuture<Optional<Cause.GroupBlocked>> blocking(QueueZone zone, String id);
}
