package dev.tenure.consumer.inflight;

/** The call of an item's handler, as far as the holder of the item commands it. Thread-safe. */
public interface RunningHandler {

  /** Tells the handler to give up. */
  void cancel();

  /** Tells the handler to give up, and ignores what it says from now on. */
  void abandon();

  /**
   * Runs the action once no thread is busy with the call any more.
   *
   * @return whether the action has run already, because no thread is busy
   */
  boolean whenQuiet(Runnable action);
}
