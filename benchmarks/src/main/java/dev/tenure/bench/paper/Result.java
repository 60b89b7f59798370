package dev.tenure.bench.paper;

import dev.tenure.bench.Table;
import dev.tenure.bench.plot.Panel;
import java.util.List;

/** A figure: its numbers, and how they are drawn. */
record Result(Table table, List<Panel> panels) {
  Result {
    panels = List.copyOf(panels);
  }
}
