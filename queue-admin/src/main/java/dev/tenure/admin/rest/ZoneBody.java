package dev.tenure.admin.rest;

import dev.tenure.queue.inspect.PointerView;
import dev.tenure.queue.inspect.ZoneSummary;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A zone as JSON. */
record ZoneBody(
    String zone,
    long items,
    Map<String, Long> itemsByType,
    long deadLetters,
    Optional<Instant> earliestVesting,
    boolean paused,
    Optional<PointerBody> pointer) {

  /** The consumers' pointer to the zone. */
  record PointerBody(Instant vesting, Instant lastActive, boolean asleep, int failedVisits) {
    static PointerBody of(PointerView view) {
      return new PointerBody(view.vesting(), view.lastActive(), view.asleep(), view.failedVisits());
    }
  }

  static ZoneBody of(ZoneSummary summary) {
    return new ZoneBody(
        summary.zone(),
        summary.itemsByType().values().stream().mapToLong(Long::longValue).sum(),
        summary.itemsByType(),
        summary.deadLetters(),
        summary.earliestVesting(),
        summary.paused(),
        summary.pointer().map(PointerBody::of));
  }
}
