package dev.tenure.bench.engine;

import dev.tenure.bench.commandline.Choice;
import dev.tenure.bench.measure.ScratchDirectories;
import dev.tenure.bench.report.Figure;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The embedded engine beside raw RocksDB, on fresh directories of the same disk. */
@Command(
    name = "engine",
    mixinStandardHelpOptions = true,
    description = "Compares the embedded engine with RocksDB alone.")
public final class EngineBench implements Callable<Integer> {
  static final List<Integer> CLIENTS = List.of(1, 8, 64);

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(
      names = "--seconds",
      defaultValue = "3",
      description = "seconds of each measurement, 1 to 600 (default ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--only",
      split = ",",
      description = "commits, reads, flood, conflicts, window, keys (default all)")
  private @Nullable List<String> only;

  private static Map<String, EngineMeasurement> measurements() {
    Map<String, EngineMeasurement> all = new LinkedHashMap<>();
    all.put("commits", new SyncedCommits());
    all.put("reads", new EngineReads());
    all.put("flood", new ReadsUnderWrites());
    all.put("conflicts", new ConflictChecks());
    all.put("window", new WindowHeap());
    all.put("keys", new ManyKeys());
    return all;
  }

  @Override
  public Integer call() throws Exception {
    Map<String, EngineMeasurement> chosen = Choice.of(measurements(), seconds, only, spec);
    PrintStream out = System.out;
    out.println(Figure.heading("engine", "RocksDB"));
    for (EngineMeasurement measurement : chosen.values()) {
      Path directory = Files.createTempDirectory("tenure-bench");
      try {
        measurement.run(directory, Duration.ofSeconds(seconds)).forEach(each -> print(out, each));
      } finally {
        ScratchDirectories.delete(directory);
      }
    }
    return 0;
  }

  private static void print(PrintStream out, Figure figure) {
    out.println(figure.line());
  }
}
