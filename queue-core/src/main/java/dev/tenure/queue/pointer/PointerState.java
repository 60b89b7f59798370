package dev.tenure.queue.pointer;

import java.time.Instant;

/**
 * A zone's pointer as it stands.
 *
 * @param asleep whether producers leave nudges
 */
public record PointerState(
    PointerRef ref, Instant vesting, Instant lastActive, boolean asleep, int failedVisits) {}
