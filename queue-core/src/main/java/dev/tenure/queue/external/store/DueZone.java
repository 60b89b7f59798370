package dev.tenure.queue.external.store;

import java.time.Duration;

/**
 * A zone that has items.
 *
 * @param next the time until its next item vests; zero when one is vested
 */
public record DueZone(ZoneAddress zone, Duration next) {}
