package dev.tenure.consumer;

/**
 * The part of a peek that is selected at a time (paper, selection_frac). Steered, it is halved
 * after a window of visits with too many collisions and grows by a step after one with few.
 * Thread-safe.
 */
final class SelectionFraction {
  static final double INITIAL = 0.02;
  static final double LEAST = 0.001;
  static final double MOST = 0.5;
  static final double STEP = 0.005;
  static final int WINDOW_VISITS = 50;

  /** Above this part of visits, what was peeked a while ago is not worth a visit. */
  static final double OFTEN = 0.05;

  private final Selection selection;
  private double fraction;
  private int visits;
  private int collisions;
  private volatile boolean collidingOften;

  SelectionFraction(Selection selection) {
    this.selection = selection;
    this.fraction = selection instanceof Selection.Fixed fixed ? fixed.fraction() : INITIAL;
  }

  synchronized double current() {
    return fraction;
  }

  /** Whether other consumers are often faster: then only fresh peeks tell what is left to do. */
  boolean collidingOften() {
    return collidingOften;
  }

  synchronized void visited(boolean collided) {
    visits++;
    collisions += collided ? 1 : 0;
    if (visits < WINDOW_VISITS) {
      return;
    }
    double rate = (double) collisions / visits;
    collidingOften = rate > OFTEN;
    if (selection instanceof Selection.Steered steered) {
      fraction =
          rate > steered.targetCollisionRate()
              ? Math.max(LEAST, fraction / 2)
              : Math.min(MOST, fraction + STEP);
    }
    visits = 0;
    collisions = 0;
  }
}
