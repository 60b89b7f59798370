package dev.tenure.bench.plot;

import java.util.List;

/** A line of a panel, through points in their order. */
public record Series(String name, List<Point> points) {

  /** A value and where it belongs. */
  public record Point(double x, double y) {}

  public Series {
    points = List.copyOf(points);
  }
}
