package dev.tenure.testkit.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * A connection's switch: while it is on, no answer comes through, though what is asked still
 * happens, as with a server process that is stopped. A transaction's own timeout still ends its
 * waiting with 1031, and its cancellation with 1025: both are the client's. Used by one thread.
 */
public final class Withholding {
  private final List<Runnable> withheld = new ArrayList<>();
  private boolean on;

  /** From now on no answer comes through. */
  public void begin() {
    on = true;
  }

  /** Lets all through that was withheld, in the order in which it came. */
  public void end() {
    on = false;
    List<Runnable> deliveries = List.copyOf(withheld);
    withheld.clear();
    deliveries.forEach(Runnable::run);
  }

  public boolean isOn() {
    return on;
  }

  /** Delivers at once, or when the withholding ends. */
  void deliver(Runnable delivery) {
    if (on) {
      withheld.add(delivery);
    } else {
      delivery.run();
    }
  }
}
