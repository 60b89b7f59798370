package dev.tenure.queue.pointer;

import java.time.Duration;

/**
 * What all visits of a process to one cluster share.
 *
 * @param minInactive how long a zone stays empty before its pointer is collected
 */
record VisitSetup(
    PointerSpace space,
    ZoneStores stores,
    Duration minInactive,
    PeekMarks marks,
    SleepChecks sleepChecks) {}
