package dev.tenure.queue.pointer;

import java.time.Instant;

/**
 * The state of a zone's pointer.
 *
 * @param vesting when a consumer visits the zone next, unless a nudge vests before
 * @param lastActive when a visit last found items
 * @param asleep whether producers write nudges
 * @param failedVisits how many visits in a row have failed
 */
public record PointerState(
    PointerRef ref, Instant vesting, Instant lastActive, boolean asleep, int failedVisits) {}
