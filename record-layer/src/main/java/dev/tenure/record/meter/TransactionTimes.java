package dev.tenure.record.meter;

import java.time.Duration;

/**
 * Where the time of a transaction went.
 *
 * @param total from opening to end, of which the others are parts
 * @param readVersion from the first need of a read version to having one; part of the body
 * @param body from opening to the commit, with the commit checks
 * @param commit from handing the commit to the database to its answer; zero without a commit
 */
public record TransactionTimes(
    Duration total, Duration readVersion, Duration body, Duration commit) {}
