package dev.tenure.queue;

import java.time.Duration;
import java.time.Instant;

/**
 * A holder's claim on an item: its vesting time pushed forward and a random id (paper section 5).
 *
 * @param id random, fresh for each grant
 * @param until when others may take the item over
 * @param duration what was granted
 * @param version the read version of the granting transaction
 */
public record Lease(LeaseId id, Instant until, Duration duration, long version) {}
