package dev.tenure.consumer.scan;

/** The state of the scan of one shard. {@link ShardScan} has the picture of the transitions. */
sealed interface ScanState {

  /** Whether a producer's hint changes what the scan does; if not, the next peek finds the work. */
  default boolean isAttentive() {
    return false;
  }

  /** Whether the scan has nothing to do before something wakes it. */
  default boolean isWaiting() {
    return false;
  }

  /** The shard is to be peeked as soon as a manager is free. */
  record Due() implements ScanState {}

  /**
   * A peek is under way, or the watch is being set before the next one.
   *
   * @param hinted whether a producer of this process has hinted at work since the peek began
   */
  record Peeking(boolean hinted) implements ScanState {
    @Override
    public boolean isAttentive() {
      return true;
    }
  }

  /** Candidates of the last peek can be drawn. */
  record Ready() implements ScanState {}

  /**
   * All vested entries are being visited or left alone. The next peek follows when a visit ends,
   * when work is hinted at, or after a short time.
   *
   * @param number counts up, so that the timer of an earlier settling changes nothing
   */
  record Settling(int number) implements ScanState {
    @Override
    public boolean isAttentive() {
      return true;
    }

    @Override
    public boolean isWaiting() {
      return true;
    }
  }

  /** The {@link Idler} sleeps, until a signal, a hint or a time wakes it. */
  record Sleeping() implements ScanState {
    @Override
    public boolean isAttentive() {
      return true;
    }

    @Override
    public boolean isWaiting() {
      return true;
    }
  }

  /** The scan has stopped and does not begin again. */
  record Stopped() implements ScanState {
    @Override
    public boolean isWaiting() {
      return true;
    }
  }
}
