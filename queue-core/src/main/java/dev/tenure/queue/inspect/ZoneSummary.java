package dev.tenure.queue.inspect;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A zone at a glance.
 *
 * @param itemsByType items, leased ones and those blocked in their groups included
 * @param deadLetters items set aside, failed or parked
 * @param earliestVesting when the next item vests or vested; leased items count by their lease
 */
public record ZoneSummary(
    String zone,
    Map<String, Long> itemsByType,
    long deadLetters,
    Optional<Instant> earliestVesting,
    boolean paused,
    Optional<PointerView> pointer) {}
