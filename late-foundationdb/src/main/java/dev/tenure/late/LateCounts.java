package dev.tenure.late;

/**
 * What a {@link LateDatabase} has done since it was made, so that a test can assert that answers
 * were late indeed.
 *
 * @param answers how many answers were asked for
 * @param delayed answers that were held back for a drawn time
 * @param reordered answers that were delivered after one that was asked for later
 * @param withheld answers that did not come when they could have, by rate or by a hang
 * @param commitsHeld commits that were sent to the database below later than asked
 * @param watchesLost watches that fired and whose firing was not told
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
