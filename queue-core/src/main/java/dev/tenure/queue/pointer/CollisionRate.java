package dev.tenure.queue.pointer;

/**
 * Decides, for each window of 200 visits, whether visits lease their pointers first. Thread-safe.
 */
final class CollisionRate {
  private static final int WINDOW_VISITS = 200;
  private static final double LEASED_ABOVE = 0.05;
  private static final double LEASED_UNTIL = 0.02;

  private final PointerLeasing leasing;
  private int visits;
  private int collisions;
  private boolean leased;

  CollisionRate(PointerLeasing leasing) {
    this.leasing = leasing;
  }

  synchronized boolean leaseFirst() {
    return switch (leasing) {
      case NEVER -> false;
      case ALWAYS -> true;
      case ADAPTIVE -> leased;
    };
  }

  /**
   * Counts a visit.
   *
   * @param collided whether one of its commits conflicted with another visit
   */
  synchronized void visited(boolean collided) {
    visits++;
    collisions += collided ? 1 : 0;
    if (visits == WINDOW_VISITS) {
      leased = collisions > visits * (leased ? LEASED_UNTIL : LEASED_ABOVE);
      visits = 0;
      collisions = 0;
    }
  }
}
