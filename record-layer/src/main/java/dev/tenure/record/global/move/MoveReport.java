package dev.tenure.record.global.move;

import dev.tenure.record.global.upkeep.WalkPosition;
import java.util.Optional;

/**
 * The result of one run of a slot move.
 *
 * @param moved the number of records, or index records, that this run has moved or found moved
 * @param position the position from which a later run continues; empty when the slot move has ended
 */
public record MoveReport(long moved, Optional<WalkPosition> position) {}
