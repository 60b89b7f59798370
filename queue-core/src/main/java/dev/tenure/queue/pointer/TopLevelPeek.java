package dev.tenure.queue.pointer;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a peek into a top-level queue saw.
 *
 * @param vested pointers, then local items, then nudges, each by vesting time
 * @param earliestUnvested when the next entry vests; complete only when not {@code more}, and of
 *     local items alone when the peek did not look ahead
 * @param more whether more vested entries may follow
 * @param seenUntil up to which vesting time pointers and nudges were all seen, when {@code more}
 * @param readVersion the version it was seen at
 */
public record TopLevelPeek(
    List<TopLevelEntry> vested,
    Optional<Instant> earliestUnvested,
    boolean more,
    Optional<Instant> seenUntil,
    long readVersion) {}
