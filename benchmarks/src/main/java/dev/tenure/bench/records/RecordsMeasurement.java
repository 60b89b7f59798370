package dev.tenure.bench.records;

import dev.tenure.bench.report.Figure;
import java.time.Duration;
import java.util.List;

/** One group of figures of {@code ./tenure bench records}. */
interface RecordsMeasurement {
  /**
   * Measures.
   *
   * @param time the approximate time of each side of a figure
   */
  List<Figure> run(Duration time) throws Exception;
}
