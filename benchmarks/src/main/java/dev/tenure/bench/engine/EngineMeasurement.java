package dev.tenure.bench.engine;

import dev.tenure.bench.report.Figure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One group of figures of {@code ./tenure bench engine}. */
interface EngineMeasurement {
  int VALUE_BYTES = 100;

  /**
   * Measures.
   *
   * @param directory an empty directory for the measurement's files, which is removed afterwards
   * @param time the approximate time of each figure
   */
  List<Figure> run(Path directory, Duration time) throws Exception;
}
