package dev.tenure.consumer.inflight;

/** The operations on a running handler that the holder of the item calls. Thread-safe. */
public interface RunningHandler {

  /** Cancels the handler. */
  void cancel();

  /** Cancels the handler and ignores its outcome. */
  void abandon();

  /**
   * Runs the action once no thread is busy with the call any more.
   *
   * @return whether the action has run already, because no thread is busy
   */
  boolean whenQuiet(Runnable action);
}
