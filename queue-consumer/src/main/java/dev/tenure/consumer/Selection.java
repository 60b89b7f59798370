package dev.tenure.consumer;

/**
 * The part of the peeked pointers that a consumer selects at a time (the paper's selection_frac).
 */
public sealed interface Selection {

  /** The fraction before the first visits. */
  double initial();

  /**
   * The fraction after a number of visits.
   *
   * @param fraction the fraction by which these visits were selected
   * @param collisionRate collisions per visit
   */
  double adjusted(double fraction, double collisionRate);

  /** Always the same fraction, above 0 and at most 1. */
  record Fixed(double fraction) implements Selection {
    public Fixed {
      check("selection fraction", fraction);
    }

    @Override
    public double initial() {
      return fraction;
    }

    @Override
    public double adjusted(double present, double collisionRate) {
      return fraction;
    }
  }

  /**
   * A fraction that grows while visits collide with other consumers' less often than the target and
   * halves when they collide more often.
   *
   * @param targetCollisionRate collisions per visit, above 0 and at most 1
   */
  record Steered(double targetCollisionRate) implements Selection {
    public static final double INITIAL = 0.02;
    public static final double LEAST = 0.001;
    public static final double MOST = 0.5;
    public static final double STEP = 0.005;

    public Steered {
      check("target collision rate", targetCollisionRate);
    }

    @Override
    public double initial() {
      return INITIAL;
    }

    @Override
    public double adjusted(double fraction, double collisionRate) {
      return collisionRate > targetCollisionRate
          ? Math.max(LEAST, fraction / 2)
          : Math.min(MOST, fraction + STEP);
    }
  }

  private static void check(String what, double value) {
    if (!(value > 0 && value <= 1)) {
      throw new IllegalArgumentException(what + " is " + value + ", it must be above 0, at most 1");
    }
  }
}
