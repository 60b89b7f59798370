package dev.tenure.consumer.scan;

import dev.tenure.consumer.Selection;

/**
 * The part of a peek that is selected at a time (paper, selection_frac). Steered, it is halved
 * after a window of visits with too many collisions and grows by a step after one with few.
 * Thread-safe.
 */
public final class SelectionFraction {
  static final int WINDOW_VISITS = 50;

  /** So many windows with few collisions must follow one with many until nothing is yielded. */
  static final int YIELDING_WINDOWS = 20;

  /** Above this part of visits, what was peeked a while ago is not worth a visit. */
  static final double OFTEN = 0.05;

  private final Selection selection;
  private double fraction;
  private int visits;
  private int collisions;
  private volatile boolean collidingOften;
  private volatile int yielding;

  public SelectionFraction(Selection selection) {
    this.selection = selection;
    this.fraction = selection.initial();
  }

  public synchronized double current() {
    return fraction;
  }

  /** Whether other consumers are often faster: then only fresh peeks tell what is left to do. */
  boolean collidingOften() {
    return collidingOften;
  }

  /**
   * Whether others' work is left to them for a moment, as it has been since visits last collided
   * often: they collide less because of that.
   */
  boolean yields() {
    return yielding > 0;
  }

  public synchronized void visited(boolean collided) {
    visits++;
    collisions += collided ? 1 : 0;
    if (visits < WINDOW_VISITS) {
      return;
    }
    double rate = (double) collisions / visits;
    collidingOften = rate > OFTEN;
    yielding = collidingOften ? YIELDING_WINDOWS : Math.max(0, yielding - 1);
    fraction = selection.adjusted(fraction, rate);
    visits = 0;
    collisions = 0;
  }
}
