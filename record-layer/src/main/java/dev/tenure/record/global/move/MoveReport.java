package dev.tenure.record.global.move;

import dev.tenure.record.global.upkeep.WalkPosition;
import java.util.Optional;

/**
 * How far a move has come.
 *
 * @param moved records that this run has moved, or has found moved
 * @param position where a next run goes on; empty when the move is over
 */
public record MoveReport(long moved, Optional<WalkPosition> position) {}
