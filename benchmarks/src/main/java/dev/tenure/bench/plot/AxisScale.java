package dev.tenure.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Maps the values of an axis to positions from 0, its beginning, to 1, its end, and finds its
 * ticks.
 */
final class AxisScale {
  private static final int TICKS_WANTED = 6;

  private final boolean logarithmic;
  private final double low;
  private final double high;

  private AxisScale(boolean logarithmic, double low, double high) {
    this.logarithmic = logarithmic;
    this.low = low;
    this.high = high;
  }

  /**
   * A scale that contains all values. A linear scale begins at zero; a logarithmic one has whole
   * decades.
   */
  static AxisScale of(Axis axis, List<Double> values) {
    double most = values.stream().mapToDouble(value -> value).max().orElse(1);
    if (!axis.logarithmic()) {
      double step = step(most <= 0 ? 1 : most);
      return new AxisScale(false, 0, Math.ceil(Math.max(most, step) / step) * step);
    }
    double least = values.stream().mapToDouble(value -> value).filter(v -> v > 0).min().orElse(1);
    double low = Math.floor(Math.log10(least) + 1e-9);
    double high = Math.ceil(Math.log10(Math.max(most, least)) - 1e-9);
    return new AxisScale(true, low, Math.max(high, low + 1));
  }

  private static double step(double most) {
    double raw = most / TICKS_WANTED;
    double decade = Math.pow(10, Math.floor(Math.log10(raw)));
    for (double factor : new double[] {1, 2, 5}) {
      if (raw <= factor * decade * (1 + 1e-9)) {
        return factor * decade;
      }
    }
    return 10 * decade;
  }

  boolean shows(double value) {
    return !logarithmic || value > 0;
  }

  double place(double value) {
    double at = logarithmic ? Math.log10(value) : value;
    return (at - low) / (high - low);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      for (double decade = low; decade <= high + 1e-9; decade++) {
        ticks.add(Math.pow(10, decade));
      }
      return ticks;
    }
    double step = step(high);
    for (int i = 0; i * step <= high * (1 + 1e-9); i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** The shortest text of a value. */
  static String label(double value) {
    if (value >= 1_000_000) {
      return trimmed(value / 1_000_000) + "M";
    }
    return value >= 10_000 ? trimmed(value / 1_000) + "k" : trimmed(value);
  }

  private static String trimmed(double value) {
    String text = String.format(Locale.ROOT, "%.6f", value);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
