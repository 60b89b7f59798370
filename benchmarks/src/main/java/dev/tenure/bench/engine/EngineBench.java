package dev.tenure.bench.engine;

import dev.tenure.bench.Choice;
import dev.tenure.bench.Figure;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The embedded engine beside raw RocksDB, on fresh directories of the same disk. */
@Command(
    name = "engine",
    mixinStandardHelpOptions = true,
    description = "The embedded engine beside raw RocksDB.")
public final class EngineBench implements Callable<Integer> {
  static final List<Integer> CLIENTS = List.of(1, 8, 64);

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(
      names = "--seconds",
      defaultValue = "3",
      description = "time of each side of a figure, 1 to 600 (default ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--only",
      split = ",",
      description = "some of commits, reads, flood, conflicts, window, keys (default all)")
  private @Nullable List<String> only;

  private static Map<String, Measurement> measurements() {
    Map<String, Measurement> all = new LinkedHashMap<>();
    all.put("commits", new SyncedCommits());
    all.put("reads", new Reads());
    all.put("flood", new ReadsUnderWrites());
    all.put("conflicts", new ConflictChecks());
    all.put("window", new WindowHeap());
    all.put("keys", new ManyKeys());
    return all;
  }

  @Override
  public Integer call() throws Exception {
    Map<String, Measurement> chosen = Choice.of(measurements(), seconds, only, spec);
    PrintStream out = System.out;
    out.println(Figure.heading("engine", "RocksDB"));
    for (Measurement measurement : chosen.values()) {
      Path directory = Files.createTempDirectory("tenure-bench");
      try {
        measurement.run(directory, Duration.ofSeconds(seconds)).forEach(each -> print(out, each));
      } finally {
        delete(directory);
      }
    }
    return 0;
  }

  private static void print(PrintStream out, Figure figure) {
    out.println(figure.line());
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
