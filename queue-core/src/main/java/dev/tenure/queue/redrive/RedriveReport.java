package dev.tenure.queue.redrive;

import java.util.Optional;

/**
 * The result of a run, or its progress.
 *
 * @param changed how many letters were redriven or deleted; all are committed
 * @param skipped how many letters were not selected, or were set aside after the run began
 * @param gone how many selected letters another caller redrove or removed before this run could
 * @param left how many dead letters the scope holds now, selected or not
 * @param continuation the position to go on from; empty when all letters of the scope were read
 */
public record RedriveReport(
    long changed, long skipped, long gone, long left, Optional<String> continuation) {}
