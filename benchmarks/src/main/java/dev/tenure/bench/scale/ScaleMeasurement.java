package dev.tenure.bench.scale;

import dev.tenure.bench.report.Figure;
import java.util.List;

/** Something to be measured at a size. */
interface ScaleMeasurement {

  /**
   * @param size tenants or items that stand for the million
   */
  List<Figure> answer(int size, long seed);
}
