package dev.tenure.record.scrub;

import java.time.Duration;

/**
 * How far a run has come, behind a slice.
 *
 * @param index the name of the index
 * @param stage what was looked at in the slice
 * @param stageNumber from 0
 * @param stageCount how many there are
 * @param counts of this run
 * @param elapsed since the run began
 * @param position where a later run may go on
 */
public record ScrubProgress(
    String index,
    String stage,
    int stageNumber,
    int stageCount,
    ScrubCounts counts,
    Duration elapsed,
    ScrubPosition position) {}
