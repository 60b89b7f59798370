package dev.tenure.queue.pointer;

import java.time.Instant;
import java.util.Optional;

/**
 * Everything that leads consumers to a zone.
 *
 * @param existenceEntry whether the zone has the existence entry E
 * @param state the pointer in the shard that E names
 * @param earliestNudge the time at which the zone's first nudge vests; found only among the first
 *     1,000 nudges of the shard
 */
public record PointerSight(
    boolean existenceEntry, Optional<PointerState> state, Optional<Instant> earliestNudge) {
  /** A zone without entry, pointer and nudges. */
  public static final PointerSight NONE =
      new PointerSight(false, Optional.empty(), Optional.empty());
}
