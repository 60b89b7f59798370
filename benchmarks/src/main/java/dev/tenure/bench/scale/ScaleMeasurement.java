package dev.tenure.bench.scale;

import dev.tenure.bench.report.Figure;
import java.util.List;

/** A measurement that depends on a size. */
interface ScaleMeasurement {

  /**
   * Measures.
   *
   * @param size the number of tenants or items
   */
  List<Figure> answer(int size, long seed);
}
