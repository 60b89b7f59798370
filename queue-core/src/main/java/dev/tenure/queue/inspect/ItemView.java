package dev.tenure.queue.inspect;

import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.FailedAttempt;
import java.util.List;
import java.util.Optional;

/**
 * An item and its history.
 *
 * @param failures the last ten failed attempts, oldest first; empty in listings
 * @param setAsideBecause why a dead or parked item was set aside
 */
public record ItemView(
    WorkItem item,
    ItemState state,
    List<FailedAttempt> failures,
    Optional<String> setAsideBecause) {}
