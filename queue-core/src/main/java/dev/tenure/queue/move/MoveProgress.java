package dev.tenure.queue.move;

import dev.tenure.queue.proto.MoveCopy;
import java.time.Duration;
import java.util.Optional;

/**
 * How far a move has got.
 *
 * @param rows of the first copy, so far
 * @param bytes of the first copy, so far
 * @param bytesInAll of the first copy: until it has ended, the database's estimate when it began
 * @param bytesVerified of the rows that were compared so far
 * @param bytesAgain of rows that were copied again, since they had changed
 * @param timeLeft until all is copied and compared, at the speed of the last mover; empty when that
 *     is unknown, or nothing is left of it
 */
public record MoveProgress(
    Step step,
    long rows,
    long bytes,
    long bytesInAll,
    long rowsVerified,
    long bytesVerified,
    long bytesAgain,
    Optional<Duration> timeLeft) {
  private static final int MILLIS_PER_SECOND = 1_000;

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

  static MoveProgress of(Step step, MoveCopy copy) {
    return new MoveProgress(
        step,
        copy.getRows(),
        copy.getBytes(),
        copy.getBytesInAll(),
        copy.getVerifiedRows(),
        copy.getVerifiedBytes(),
        copy.getBytesAgain(),
        timeLeft(copy));
  }

  private static Optional<Duration> timeLeft(MoveCopy copy) {
    long left = bytesLeft(copy);
    return left == 0 || copy.getBytesPerSecond() == 0
        ? Optional.empty()
        : Optional.of(
            Duration.ofMillis(
                (long) (left * (double) MILLIS_PER_SECOND / copy.getBytesPerSecond())));
  }

  /** What is left to be copied and compared for the first time, as far as is known. */
  private static long bytesLeft(MoveCopy copy) {
    long toCopy = copy.getCopied() ? 0 : Math.max(0, copy.getBytesInAll() - copy.getBytes());
    long toVerify =
        copy.getVerified()
            ? 0
            : Math.max(
                0, Math.max(copy.getBytesInAll(), copy.getBytes()) - copy.getVerifiedBytes());
    return toCopy + toVerify;
  }

  static Step stepOf(MoveCopy copy) {
    if (!copy.getCopied()) {
      return Step.COPYING;
    }
    return copy.getVerified() ? Step.CATCHING_UP : Step.VERIFYING;
  }

  /** The part that is copied and compared, 0 to 1; 1 when no estimate says otherwise. */
  public double part() {
    long all = 2 * Math.max(bytesInAll, Math.max(bytes, bytesVerified));
    return step.compareTo(Step.CATCHING_UP) >= 0 || all == 0
        ? 1
        : (double) (bytes + bytesVerified) / all;
  }
}
