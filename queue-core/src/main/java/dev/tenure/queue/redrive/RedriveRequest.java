package dev.tenure.queue.redrive;

import dev.tenure.queue.QueueLimits;
import java.util.Optional;

/**
 * The action of a run, and the dead letters of one tenant that it selects.
 *
 * @param zone the zone; empty for all zones of the tenant, in the order of their names
 * @param continuation the position to continue from, which the report of an earlier run with the
 *     same zone and filter gave
 */
public record RedriveRequest(
    Optional<String> zone,
    LetterFilter filter,
    RedriveAction action,
    RedriveLimits limits,
    Optional<String> continuation) {

  public RedriveRequest {
    zone.ifPresent(name -> QueueLimits.checkName("zone", name, QueueLimits.ZONE_BYTES_MAX));
  }

  /** All dead letters of one zone. */
  public static RedriveRequest ofZone(String zone, RedriveAction action) {
    return new RedriveRequest(
        Optional.of(zone), LetterFilter.all(), action, RedriveLimits.defaults(), Optional.empty());
  }

  /** All dead letters of the tenant. */
  public static RedriveRequest ofAllZones(RedriveAction action) {
    return new RedriveRequest(
        Optional.empty(), LetterFilter.all(), action, RedriveLimits.defaults(), Optional.empty());
  }

  public RedriveRequest withFilter(LetterFilter newFilter) {
    return new RedriveRequest(zone, newFilter, action, limits, continuation);
  }

  public RedriveRequest withLimits(RedriveLimits newLimits) {
    return new RedriveRequest(zone, filter, action, newLimits, continuation);
  }

  public RedriveRequest from(Optional<String> newContinuation) {
    return new RedriveRequest(zone, filter, action, limits, newContinuation);
  }
}
