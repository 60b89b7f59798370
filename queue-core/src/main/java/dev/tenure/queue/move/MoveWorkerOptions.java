package dev.tenure.queue.move;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;

/**
 * How a worker works.
 *
 * @param movesMax how many moves it works on at once, 1 to 100, default 2
 * @param poll how long it waits between two looks at the requests, 10 ms to 10 min, default 2 s
 * @param moves how each move is made
 */
public record MoveWorkerOptions(int movesMax, Duration poll, MoveOptions moves) {
  public static final int MOVES_MAX = 100;
  public static final Duration POLL_MIN = Duration.ofMillis(10);
  public static final Duration POLL_MAX = Duration.ofMinutes(10);

  public MoveWorkerOptions {
    QueueLimits.checkBetween("movesMax", movesMax, 1, MOVES_MAX);
    QueueLimits.checkBetween("poll", poll, POLL_MIN, POLL_MAX);
  }

  public static MoveWorkerOptions defaults() {
    return new MoveWorkerOptions(2, Duration.ofSeconds(2), MoveOptions.defaults());
  }

  public MoveWorkerOptions withMovesMax(int moves) {
    return new MoveWorkerOptions(moves, poll, this.moves);
  }

  public MoveWorkerOptions withPoll(Duration newPoll) {
    return new MoveWorkerOptions(movesMax, newPoll, moves);
  }

  public MoveWorkerOptions withMoves(MoveOptions newMoves) {
    return new MoveWorkerOptions(movesMax, poll, newMoves);
  }
}
