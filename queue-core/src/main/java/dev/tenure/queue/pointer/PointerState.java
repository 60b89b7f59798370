package dev.tenure.queue.pointer;

import java.time.Instant;

/**
 * The state of a zone's pointer.
 *
 * @param vesting the time of the next visit to the zone, unless a nudge vests before
 * @param lastActive the time at which a visit last found items
 * @param asleep whether producers write nudges
 * @param failedVisits the number of visits in a row that have failed
 */
public record PointerState(
    PointerRef ref, Instant vesting, Instant lastActive, boolean asleep, int failedVisits) {}
