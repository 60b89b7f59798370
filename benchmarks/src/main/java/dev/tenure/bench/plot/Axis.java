package dev.tenure.bench.plot;

/**
 * An axis of a panel.
 *
 * @param logarithmic then values that are not above zero are left out
 */
public record Axis(String title, boolean logarithmic) {
  public static Axis linear(String title) {
    return new Axis(title, false);
  }

  public static Axis log(String title) {
    return new Axis(title, true);
  }
}
