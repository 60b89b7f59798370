package dev.tenure.queue.move;

import dev.tenure.queue.directory.MoveEntry;
import java.time.Instant;
import java.util.Optional;

/**
 * A move that is under way.
 *
 * @param progress empty when the copy has not begun, or the target has been opened or emptied
 * @param heldUntil until when other movers leave it alone; empty when nobody works on it
 */
public record MoveStatus(
    MoveEntry move, Optional<MoveProgress> progress, Optional<Instant> heldUntil) {}
