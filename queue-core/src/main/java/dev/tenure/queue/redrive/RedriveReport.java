package dev.tenure.queue.redrive;

import java.util.Optional;

/**
 * The result of a run, or its progress.
 *
 * @param changed the number of letters that were redriven or deleted; all are committed
 * @param skipped the number of letters that were not selected, or were set aside after the run
 *     began
 * @param gone the number of selected letters that another caller redrove or removed before this run
 * @param left the number of dead letters in the scope now, selected or not
 * @param continuation the position from which a further run continues; empty when all letters of
 *     the scope were read
 */
public record RedriveReport(
    long changed, long skipped, long gone, long left, Optional<String> continuation) {}
