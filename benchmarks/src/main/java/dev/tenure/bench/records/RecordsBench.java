package dev.tenure.bench.records;

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

/**
 * Compares the record layer with itself: with and without the feature of each figure; and with raw
 * rows.
 */
@Command(
    name = "records",
    mixinStandardHelpOptions = true,
    description = "Measures the record layer on the embedded engine in memory.")
public final class RecordsBench implements Callable<Integer> {
  static final List<Integer> CLIENTS = List.of(1, 8);

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(
      names = "--seconds",
      defaultValue = "3",
      description = "seconds of each measurement, 1 to 600 (default ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--only",
      split = ",",
      description = "raw, opens, creates, saves, types, loads, ranks, builds (default all)")
  private @Nullable List<String> only;

  static Map<String, RecordsMeasurement> measurements() {
    Map<String, RecordsMeasurement> all = new LinkedHashMap<>();
    all.put("raw", RawRows.all());
    all.put("opens", new StoreOpens());
    all.put("creates", new StoreCreates());
    all.put("saves", new Saves());
    all.put("types", new TypedSaves());
    all.put("loads", new Loads());
    all.put("ranks", new RankQueries());
    all.put("builds", new Builds());
    return all;
  }

  @Override
  public Integer call() throws Exception {
    Map<String, RecordsMeasurement> chosen = Choice.of(measurements(), seconds, only, spec);
    PrintStream out = System.out;
    out.println(Figure.heading("subject", "peer"));
    for (RecordsMeasurement measurement : chosen.values()) {
      measurement.run(Duration.ofSeconds(seconds)).forEach(figure -> out.println(figure.line()));
    }
    return 0;
  }
}
