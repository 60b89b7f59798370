package dev.tenure.queue.pointer;

import java.time.Instant;
import java.util.Optional;

/**
 * All that leads consumers to a zone, as it stands.
 *
 * @param existenceEntry whether E is there
 * @param state the pointer that E names
 * @param earliestNudge of the nudges of the zone among the first 1,000 of its shard
 */
public record PointerSight(
    boolean existenceEntry, Optional<PointerState> state, Optional<Instant> earliestNudge) {
  /** Nothing does. */
  public static final PointerSight NONE =
      new PointerSight(false, Optional.empty(), Optional.empty());
}
