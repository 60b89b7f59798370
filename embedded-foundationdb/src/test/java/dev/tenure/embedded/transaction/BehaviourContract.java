package dev.tenure.embedded.transaction;

/** All that is stated about transactions. */
interface BehaviourContract
    extends RetryContract,
        LongKeyContract,
        WatchEndContract,
        PendingStampContract,
        OldVersionContract,
        MappedReadContract,
        QuietFailureContract,
        TagContract,
        ConflictReportContract {}
