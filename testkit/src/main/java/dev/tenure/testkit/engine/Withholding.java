package dev.tenure.testkit.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * The switch of a connection. While it is on, no answer arrives; the engine still does what it is
 * asked. The timeout of a transaction still ends its waits with 1031, and its cancellation ends
 * them with 1025, because the client decides both. Used by one thread.
 */
public final class Withholding {
  private final List<Runnable> withheld = new ArrayList<>();
  private boolean on;
  private boolean commitsOnly;

  /** Withholds all answers from now on. */
  public void begin() {
    on = true;
  }

  /** Withholds the answers to commits that are asked for from now on. */
  public void beginCommits() {
    commitsOnly = true;
  }

  /**
   * Delivers the answers withheld so far, in the order in which they came, and all later ones at
   * once.
   */
  public void end() {
    on = false;
    commitsOnly = false;
    List<Runnable> deliveries = List.copyOf(withheld);
    withheld.clear();
    deliveries.forEach(Runnable::run);
  }

  public boolean isOn() {
    return on;
  }

  boolean withholds(SimulatedEngine.Call.Kind kind) {
    return on || (commitsOnly && kind == SimulatedEngine.Call.Kind.COMMIT);
  }

  /** Delivers when the withholding ends. */
  void hold(Runnable delivery) {
    withheld.add(delivery);
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
