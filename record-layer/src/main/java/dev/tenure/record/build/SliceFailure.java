package dev.tenure.record.build;

import java.time.Duration;

/**
 * A slice that was not committed.
 *
 * @param error why
 * @param inARow how many slices have failed since the last that was committed
 * @param nextRecords how many records the next may have
 * @param pause how long the builder waits before it
 */
public record SliceFailure(Throwable error, int inARow, int nextRecords, Duration pause) {}
