package dev.tenure.queue.zone;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Vested items by their index entries, and what comes after them.
 *
 * @param more whether more vested items may follow
 * @param earliestUnvested the earliest vesting time after now; complete only when not {@code more}
 */
public record PeekView(List<IndexedItem> items, boolean more, Optional<Instant> earliestUnvested) {}
