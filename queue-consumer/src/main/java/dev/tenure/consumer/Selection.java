package dev.tenure.consumer;

/** How large a part of the peeked pointers a consumer takes at a time (paper, selection_frac). */
public sealed interface Selection {

  /** Always the same fraction, above 0 and at most 1. */
  record Fixed(double fraction) implements Selection {
    public Fixed {
      check("selection fraction", fraction);
    }
  }

  /**
   * A fraction that grows while visits collide with other consumers' less often than the target and
   * halves when they collide more often.
   *
   * @param targetCollisionRate collisions per visit, above 0 and at most 1
   */
  record Steered(double targetCollisionRate) implements Selection {
    public Steered {
      check("target collision rate", targetCollisionRate);
    }
  }

  private static void check(String what, double value) {
    if (!(value > 0 && value <= 1)) {
      throw new IllegalArgumentException(what + " is " + value + ", it must be above 0, at most 1");
    }
  }
}
