package dev.tenure.late;

/**
 * The counters of a {@link LateDatabase} since its creation, so that a test can assert that answers
 * were late.
 *
 * @param answers the number of requested answers
 * @param delayed answers that were held back for a drawn time
 * @param reordered answers that were delivered after one that was asked for later
 * @param withheld answers that were withheld, by rate or by a hang
 * @param commitsHeld commits that were sent to the database below later than asked
 * @param watchesLost watches that fired without telling the caller
 * @param timedOut transactions that ended by their timeout
 */
public record LateCounts(
    long answers,
    long delayed,
    long reordered,
    long withheld,
    long commitsHeld,
    long watchesLost,
    long timedOut) {}
