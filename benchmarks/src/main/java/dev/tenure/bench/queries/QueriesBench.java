package dev.tenure.bench.queries;

import dev.tenure.bench.commandline.Choice;
import dev.tenure.bench.report.Figure;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Planning by gets, and rows by range reads. */
@Command(
    name = "queries",
    mixinStandardHelpOptions = true,
    description = "Measures queries of the record layer on the embedded engine in memory.")
public final class QueriesBench implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(
      names = "--seconds",
      defaultValue = "3",
      description = "seconds of each measurement, 1 to 600 (default ${DEFAULT-VALUE})")
  private int seconds;

  @Option(names = "--only", split = ",", description = "planning, rows, apple (default all)")
  private @Nullable List<String> only;

  static Map<String, QueriesMeasurement> measurements() {
    Map<String, QueriesMeasurement> all = new LinkedHashMap<>();
    all.put("planning", new Planning());
    all.put("rows", new RowRates());
    all.put("apple", new BesideApple());
    return all;
  }

  @Override
  public Integer call() {
    Map<String, QueriesMeasurement> chosen = Choice.of(measurements(), seconds, only, spec);
    PrintStream out = System.out;
    out.println(Figure.heading("subject", "peer"));
    for (QueriesMeasurement measurement : chosen.values()) {
      measurement.run(Duration.ofSeconds(seconds)).forEach(figure -> out.println(figure.line()));
    }
    return 0;
  }
}
