package dev.tenure.embedded.commit;

import com.apple.foundationdb.Range;
import java.util.List;

/**
 * A transaction in the form that the commit pipeline takes. The arrays inside are not copied and
 * must not change.
 *
 * @param readVersion the version of the transaction's reads, or -1 when it read nothing and so
 *     cannot conflict
 * @param readConflicts the ranges [begin, end) that the transaction read. The commit fails with
 *     1020 if one of them was written after {@code readVersion}
 * @param writeConflicts the ranges [begin, end) that conflict with later readers of older versions
 * @param mutations the mutations in the order in which they were made
 * @param durabilityRisky whether the commit is acknowledged once it is ordered; the next group that
 *     syncs then syncs it
 */
public record CommitRequest(
    long readVersion,
    List<Range> readConflicts,
    List<Range> writeConflicts,
    List<Mutation> mutations,
    boolean durabilityRisky) {}
