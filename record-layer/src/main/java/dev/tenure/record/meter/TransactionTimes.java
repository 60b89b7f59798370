package dev.tenure.record.meter;

import java.time.Duration;

/**
 * The duration of a transaction, divided into parts.
 *
 * @param total the time from opening to end; the others are parts of it
 * @param readVersion the time from the first operation that needs a read version until it is known;
 *     a part of the body
 * @param body the time from opening to the commit, including the commit checks
 * @param commit the time from sending the commit to its answer; zero without a commit
 */
public record TransactionTimes(
    Duration total, Duration readVersion, Duration body, Duration commit) {}
