package dev.tenure.queue.inspect;

import java.time.Instant;

/**
 * A zone's pointer.
 *
 * @param vesting when a consumer will look into the zone, unless nudged before
 * @param lastActive when a visit last saw items
 * @param asleep whether producers leave nudges
 */
public record PointerView(Instant vesting, Instant lastActive, boolean asleep, int failedVisits) {}
