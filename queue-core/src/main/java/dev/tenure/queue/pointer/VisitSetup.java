package dev.tenure.queue.pointer;

import java.time.Duration;

/**
 * Everything that the visits of one process to one cluster share.
 *
 * @param minInactive the time that a zone stays empty before its pointer is deleted
 */
record VisitSetup(
    PointerSpace space,
    ZoneStores stores,
    Duration minInactive,
    PeekMarks marks,
    SleepChecks sleepChecks) {}
