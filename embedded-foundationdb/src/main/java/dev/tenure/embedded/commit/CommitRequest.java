package dev.tenure.embedded.commit;

import com.apple.foundationdb.Range;
import java.util.List;

/**
 * A transaction as the commit pipeline gets it. The arrays inside are not copied and must not
 * change.
 *
 * @param readVersion the version its reads saw, or -1 when it never read (then nothing can
 *     conflict)
 * @param readConflicts ranges [begin, end) it read; fails with 1020 when one was written after
 *     readVersion
 * @param writeConflicts ranges [begin, end) later readers of older versions conflict with
 * @param mutations in the order they were made
 * @param durabilityRisky acknowledge when ordered; synced with the next group that syncs
 */
public record CommitRequest(
    long readVersion,
    List<Range> readConflicts,
    List<Range> writeConflicts,
    List<Mutation> mutations,
    boolean durabilityRisky) {}
