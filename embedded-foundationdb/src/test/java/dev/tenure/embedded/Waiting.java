package dev.tenure.embedded;

import dev.tenure.late.time.VirtualTime;
import java.time.Duration;
import java.util.concurrent.Future;

/** How a player waits: by the clock of the machine, or by moving one of its own. */
public interface Waiting {

  /** Waits for the future to be done, but not longer; tells whether it is. */
  boolean await(Future<?> future, Duration patience);

  /** Lets time pass. */
  void pass(Duration time);

  /** Moves the time. */
  static Waiting in(VirtualTime virtual) {
    return new Waiting() {
      @Override
      public boolean await(Future<?> future, Duration patience) {
        return virtual.await(future, patience);
      }

      @Override
      public void pass(Duration time) {
        virtual.pass(time);
      }
    };
  }
}
