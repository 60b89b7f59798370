package dev.tenure.queue.redrive;

import java.util.Optional;

/**
 * What a run has done so far.
 *
 * @param changed letters redriven or deleted; committed
 * @param skipped letters looked at that were not meant, or died after the run had begun
 * @param gone letters that were meant, and that somebody else had redriven or removed meanwhile
 * @param left dead letters that the scope holds now, meant or not
 * @param continuation where to go on; empty when everything was looked at
 */
public record RedriveReport(
    long changed, long skipped, long gone, long left, Optional<String> continuation) {}
