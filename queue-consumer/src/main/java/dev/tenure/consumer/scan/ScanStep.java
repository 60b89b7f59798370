package dev.tenure.consumer.scan;

import java.time.Duration;
import java.time.Instant;

/** The step that the scan of a shard takes after a peek. {@link PeekResult} chooses it. */
sealed interface ScanStep {

  /** Calls the scan's method that carries out this step. */
  void on(Scan scan);

  /** The operations of a scan that steps call. */
  interface Scan {
    void draw();

    void peekAgain();

    void peekFurther();

    void settle(Duration most);

    void watch();

    void sleep(Instant vesting, Instant later);

    void backOff(Duration delay);
  }

  /** The candidates of the peek can be drawn. */
  record Draw() implements ScanStep {
    @Override
    public void on(Scan scan) {
      scan.draw();
    }
  }

  /** The shard is due for another peek at once. */
  record PeekAgain() implements ScanStep {
    @Override
    public void on(Scan scan) {
      scan.peekAgain();
    }
  }

  /** The shard is due for a peek that begins behind the entries just seen and looks at more. */
  record PeekFurther() implements ScanStep {
    @Override
    public void on(Scan scan) {
      scan.peekFurther();
    }
  }

  /**
   * The next peek waits until a visit ends.
   *
   * @param most the longest that it waits
   */
  record Settle(Duration most) implements ScanStep {
    @Override
    public void on(Scan scan) {
      scan.settle(most);
    }
  }

  /** The watch is set, and then the shard is peeked from the true front at a fresh version. */
  record SetWatch() implements ScanStep {
    @Override
    public void on(Scan scan) {
      scan.watch();
    }
  }

  /**
   * The scan sleeps until a signal or a time.
   *
   * @param vesting the earliest vesting time that the peek saw in the future; {@link Instant#MAX}
   *     if there is none
   * @param later the earliest time at which an entry that is left alone may be visited; {@link
   *     Instant#MAX} if there is none
   */
  record SleepUntil(Instant vesting, Instant later) implements ScanStep {
    @Override
    public void on(Scan scan) {
      scan.sleep(vesting, later);
    }
  }

  /** The scan sleeps for a time, because the database failed the peek. */
  record BackOff(Duration delay) implements ScanStep {
    @Override
    public void on(Scan scan) {
      scan.backOff(delay);
    }
  }
}
