package dev.tenure.bench.paper;

import dev.tenure.bench.plot.Panel;
import dev.tenure.bench.report.Table;
import java.util.List;

/** A figure: its numbers, and how they are drawn. */
record PaperFigure(Table table, List<Panel> panels) {
  PaperFigure {
    panels = List.copyOf(panels);
  }
}
