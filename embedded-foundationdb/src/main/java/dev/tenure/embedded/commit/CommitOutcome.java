package dev.tenure.embedded.commit;

/**
 * Where a transaction stands in the order of all commits.
 *
 * @param version the commit version, shared by the transactions of one group
 * @param batchOrder the place within the group, 0 to 65,535; the last two bytes of a versionstamp
 */
public record CommitOutcome(long version, int batchOrder) {}
