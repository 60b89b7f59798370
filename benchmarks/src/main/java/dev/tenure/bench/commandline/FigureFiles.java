package dev.tenure.bench.commandline;

import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options of a command that measures figures: where plots and numbers are written. */
public final class FigureFiles {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "writes plots into DIR, and their numbers into DIR/data")
  private @Nullable Path directory;

  @Option(names = "--report", paramLabel = "FILE", description = "writes the numbers as JSON")
  private @Nullable Path report;

  /**
   * Tries the places before the measurements.
   *
   * @throws CommandLine.ParameterException when one cannot be written
   */
  public void check(CommandLine.Model.@Nullable CommandSpec spec) {
    OutputPlace.requireFile("--report", report, spec);
    OutputPlace.requireDirectory("--out", directory, spec);
    if (directory != null) {
      OutputPlace.requireDirectory("--out", directory.resolve(DrawnTable.DATA), spec);
    }
  }

  /** Writes one figure, if that is wanted. */
  public void write(DrawnTable figure) throws IOException {
    if (directory != null) {
      figure.write(directory);
    }
  }

  /** Writes the numbers of all figures, if that is wanted. */
  public void writeReport(List<Table> tables) throws IOException {
    if (report != null) {
      Files.writeString(report, Table.json(tables));
    }
  }
}
