package dev.tenure.queue.zone;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of a peek.
 *
 * @param items vested items, as their index entries show them
 * @param more whether more vested items may follow
 * @param earliestUnvested the earliest vesting time after now; complete only without {@code more}
 */
public record PeekView(List<IndexedItem> items, boolean more, Optional<Instant> earliestUnvested) {}
