package dev.tenure.record.build;

import java.time.Duration;

/**
 * A slice that was not committed.
 *
 * @param error the reason
 * @param inARow the number of slices that failed since the last commit
 * @param nextRecords the most records of the next slice
 * @param pause the delay before the next slice
 */
public record SliceFailure(Throwable error, int inARow, int nextRecords, Duration pause) {}
