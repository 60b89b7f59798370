package dev.tenure.bench.plot;

/**
 * An axis of a panel.
 *
 * @param logarithmic whether the axis is logarithmic; values that are not above zero are then left
 *     out
 */
public record Axis(String title, boolean logarithmic) {
  public static Axis linear(String title) {
    return new Axis(title, false);
  }

  public static Axis log(String title) {
    return new Axis(title, true);
  }
}
