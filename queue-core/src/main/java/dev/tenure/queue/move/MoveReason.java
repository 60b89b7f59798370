package dev.tenure.queue.move;

import java.util.Optional;

/**
 * Who asks for a move, and why.
 *
 * @param plan the plan that the move belongs to; empty for a single one
 * @param by a person or program, at most 200 characters; may be empty
 * @param reason at most 500 characters; may be empty
 */
public record MoveReason(Optional<String> plan, String by, String reason) {
  /** A single move. */
  public static MoveReason of(String by, String reason) {
    return new MoveReason(Optional.empty(), by, reason);
  }
}
