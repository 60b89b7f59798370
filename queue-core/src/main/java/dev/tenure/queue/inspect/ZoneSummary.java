package dev.tenure.queue.inspect;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Counts of one zone.
 *
 * @param itemsByType the number of items of each type in the zone, including leased and blocked
 *     items
 * @param deadLetters the number of dead letters in the zone, including parked ones
 * @param earliestVesting the earliest vesting time of its items; that of a leased item is the end
 *     of its lease
 */
public record ZoneSummary(
    String zone,
    Map<String, Long> itemsByType,
    long deadLetters,
    Optional<Instant> earliestVesting,
    boolean paused,
    Optional<PointerView> pointer) {}
