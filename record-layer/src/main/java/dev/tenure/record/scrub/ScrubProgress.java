package dev.tenure.record.scrub;

import java.time.Duration;

/**
 * The progress of a run after a slice.
 *
 * @param index the name of the index
 * @param stage what the slice has checked
 * @param stageNumber the number of the stage, from 0
 * @param stageCount the number of stages
 * @param counts the counts of this run so far
 * @param elapsed the time since the run began
 * @param position the position at which a later run may continue
 */
public record ScrubProgress(
    String index,
    String stage,
    int stageNumber,
    int stageCount,
    ScrubCounts counts,
    Duration elapsed,
    ScrubPosition position) {}
