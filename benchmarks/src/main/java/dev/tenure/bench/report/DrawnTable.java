package dev.tenure.bench.report;

import dev.tenure.bench.plot.Panel;
import dev.tenure.bench.plot.Plots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A figure: its numbers, and the panels that show them. */
public record DrawnTable(Table table, List<Panel> panels) {
  /** The directory of the numbers, below that of the plots. */
  public static final String DATA = "data";

  public DrawnTable {
    panels = List.copyOf(panels);
  }

  /** Writes the plots, if there are any, into a directory, and the numbers below it. */
  public void write(Path directory) throws IOException {
    if (!panels.isEmpty()) {
      Plots.write(directory, table.name(), panels);
    }
    Path data = Files.createDirectories(directory.resolve(DATA));
    Files.writeString(data.resolve(table.name() + ".csv"), table.csv());
  }
}
