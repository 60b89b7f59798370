package dev.tenure.embedded;

import java.time.Duration;
import java.util.concurrent.Future;

/** How a player waits: by the clock of the machine, or by moving one of its own. */
public interface Waiting {

  /** Waits for the future to be done, but not longer; tells whether it is. */
  boolean await(Future<?> future, Duration patience);

  /** Lets time pass. */
  void pass(Duration time);
}
