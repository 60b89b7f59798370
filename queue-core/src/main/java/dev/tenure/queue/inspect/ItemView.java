package dev.tenure.queue.inspect;

import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.FailedAttempt;
import java.util.List;
import java.util.Optional;

/**
 * An item with what is known about its past.
 *
 * @param failures the last ten, oldest first; not read in listings
 * @param setAsideBecause the reason, of dead and parked items
 */
public record ItemView(
    WorkItem item,
    ItemState state,
    List<FailedAttempt> failures,
    Optional<String> setAsideBecause) {}
