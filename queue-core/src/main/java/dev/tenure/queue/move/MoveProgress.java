package dev.tenure.queue.move;

import dev.tenure.queue.proto.MoveCopy;
import java.time.Duration;
import java.util.Optional;

/**
 * How far a move has got.
 *
 * @param rows copied so far, those that were copied again included
 * @param bytes copied so far
 * @param bytesInAll the size of the store when the copy began, as the database estimates it
 * @param timeLeft for the first copy at the speed of this mover; empty when that is unknown
 */
public record MoveProgress(
    Step step,
    long rows,
    long bytes,
    long bytesInAll,
    long rowsVerified,
    Optional<Duration> timeLeft) {

  /** The steps of a move, as a mover takes them. */
  public enum Step {
    COPYING,
    VERIFYING,
    /** Changes that were made meanwhile are copied. */
    CATCHING_UP,
    /** The source is closed. */
    CLOSED,
    /** The entry names the target. */
    ARRIVED,
    REVERTING
  }

  static MoveProgress of(Step step, MoveCopy copy, Optional<Duration> timeLeft) {
    return new MoveProgress(
        step,
        copy.getRows(),
        copy.getBytes(),
        copy.getBytesInAll(),
        copy.getVerifiedRows(),
        timeLeft);
  }

  static Step stepOf(MoveCopy copy) {
    if (!copy.getCopied()) {
      return Step.COPYING;
    }
    return copy.getVerified() ? Step.CATCHING_UP : Step.VERIFYING;
  }

  /** The bytes that the first copy has left, as far as is known. */
  public long bytesLeft() {
    return step == Step.COPYING ? Math.max(0, bytesInAll - bytes) : 0;
  }
}
