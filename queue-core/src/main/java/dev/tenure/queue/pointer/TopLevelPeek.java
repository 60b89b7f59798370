package dev.tenure.queue.pointer;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of a peek into a top-level queue.
 *
 * @param vested pointers, then local items, then nudges, each ordered by vesting time
 * @param earliestUnvested the time at which the next entry vests. Complete only without {@code
 *     more}. If the peek did not look ahead, only local items count
 * @param more whether more vested entries may follow
 * @param seenUntil the vesting time up to which all pointers and nudges were read; empty when all
 *     vested ones were
 * @param readVersion the read version of the peek
 */
public record TopLevelPeek(
    List<TopLevelEntry> vested,
    Optional<Instant> earliestUnvested,
    boolean more,
    Optional<Instant> seenUntil,
    long readVersion) {}
