package dev.tenure.record.global.keys;

import dev.tenure.record.global.upkeep.WalkPosition;
import java.util.Optional;

/**
 * The result of one run of a change.
 *
 * @param changed the number of records that were given keys or lost them, and of deleted index
 *     records
 * @param refused the number of records whose derived key another record owns. The run continues
 *     after them, but its position stays before the first of them
 * @param position the position at which a later run continues; empty when the change is complete
 */
public record KeyChangeReport(long changed, long refused, Optional<WalkPosition> position) {}
