package dev.tenure.bench.queries;

import dev.tenure.bench.report.Figure;
import java.time.Duration;
import java.util.List;

/** One group of figures of {@code ./tenure bench queries}. */
interface QueriesMeasurement {
  /**
   * Measures.
   *
   * @param time the approximate time of each side of a figure
   */
  List<Figure> run(Duration time);
}
