package dev.tenure.queue.pointer;

/**
 * Decides, a window of visits at a time, whether pointers are leased before their zones are looked
 * into. Thread-safe.
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
   * A visit has ended.
   *
   * @param collided whether a commit of it lost against another visit
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
