package dev.tenure.queue.inspect;

import java.time.Instant;

/**
 * The pointer of a zone.
 *
 * @param vesting when a consumer visits the zone next, unless a nudge vests before
 * @param lastActive when a visit last found items
 * @param asleep whether producers write nudges
 * @param failedVisits how many visits in a row have failed
 */
public record PointerView(Instant vesting, Instant lastActive, boolean asleep, int failedVisits) {}
