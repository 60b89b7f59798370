package dev.tenure.embedded.commit;

/**
 * The position of a transaction in the order of all commits.
 *
 * @param version the commit version, shared by the transactions of one group
 * @param batchOrder the index within the group, 0 to 65,535; the last two bytes of a versionstamp
 */
public record CommitOutcome(long version, int batchOrder) {}
