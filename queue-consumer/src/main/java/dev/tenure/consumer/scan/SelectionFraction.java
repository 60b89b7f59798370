package dev.tenure.consumer.scan;

import dev.tenure.consumer.Selection;

/**
 * The part of a peek that is selected at a time (paper, selection_frac). Steered, it is halved
 * after a window of visits with too many collisions and grows by a step after one with few.
 * Thread-safe.
 */
public final class SelectionFraction {
  static final int WINDOW_VISITS = 50;

  /**
   * After a window with many collisions, consumers yield to one another until this many windows
   * with few collisions have followed.
   */
  static final int YIELDING_WINDOWS = 20;

  /**
   * The part of visits above which collisions count as frequent. A candidate of an older peek is
   * then not worth a visit.
   */
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

  /**
   * Whether visits collide often with those of other consumers. If they do, only fresh peeks show
   * what is left to do.
   */
  boolean collidingOften() {
    return collidingOften;
  }

  /**
   * Whether this consumer leaves candidates in other shares to their consumers for a moment. It
   * does so for a while after visits collided often, and collisions become rarer by it.
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
