package dev.tenure.bench.plot;

import java.util.List;

/** One coordinate system. */
public record Panel(String title, Axis x, Axis y, List<Series> series) {
  public Panel {
    series = List.copyOf(series);
  }
}
