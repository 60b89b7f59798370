package dev.tenure.bench.peers;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.tenure.bench.commandline.OutputPlace;
import dev.tenure.bench.measure.ScratchDirectories;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tenure beside db-scheduler and a {@code SKIP LOCKED} table on PostgreSQL. */
@Command(
    name = "peers",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Compares Tenure with other queues in one run, on one machine, with the same durability.")
public final class PeersBench implements Callable<Integer> {
  /** All that were asked for had to be skipped. */
  private static final int NOTHING_MEASURED = 1;

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(
      names = "--shapes",
      split = ",",
      paramLabel = "NAME",
      description =
          "enqueue-singles, enqueue-batches, enqueue-spread, burn-down, half-load, idle-pickup,"
              + " flood (default all)")
  private @Nullable List<String> shapes;

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "NAME",
      description = "tenure, db-scheduler, skip-locked (default all)")
  private @Nullable List<String> systems;

  @Option(
      names = "--items",
      defaultValue = "50000",
      paramLabel = "N",
      description = "items in burn-down and in flood, 100 to 10,000,000 (default ${DEFAULT-VALUE})")
  private int items;

  @Option(
      names = "--payload-bytes",
      defaultValue = "100",
      paramLabel = "N",
      description = "bytes of a payload in burn-down, 100 to 1,000,000 (default ${DEFAULT-VALUE})")
  private int payloadBytes;

  @Option(
      names = "--seconds",
      defaultValue = "10",
      paramLabel = "N",
      description =
          "seconds of each measurement with a fixed time, 1 to 600 (default ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      paramLabel = "N",
      description =
          "rounds; each number is the median over them, 1 to 99 (default ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--warm-ups",
      defaultValue = "12",
      paramLabel = "N",
      description =
          "the most unmeasured runs of a shape and system before the first round, 1 to 99; they end"
              + " when two in a row are not 5 %% better than the runs before"
              + " (default ${DEFAULT-VALUE})")
  private int warmUps;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "the directory for the queues' files (default: that of temporary files)")
  private @Nullable Path data;

  @Option(names = "--report", paramLabel = "FILE", description = "writes the numbers as JSON")
  private @Nullable Path report;

  @Override
  public Integer call() throws Exception {
    PrintStream out = System.out;
    Scale scale = scale();
    List<String> shapeNames = chosen("--shapes", shapes, new ArrayList<>(Shapes.all().keySet()));
    List<String> systemNames = chosen("--systems", systems, SystemsUnderTest.NAMES);
    OutputPlace.requireFile("--report", report, spec);
    OutputPlace.requireDirectory("--data", data, spec);
    quietLogs();
    Path directory = directory();
    try {
      PeersReport found = compare(scale, shapeNames, systemNames, directory);
      found.print(out);
      if (report != null) {
        found.write(report);
      }
      return found.results().isEmpty() ? NOTHING_MEASURED : 0;
    } finally {
      ScratchDirectories.delete(directory);
    }
  }

  private static PeersReport compare(
      Scale scale, List<String> shapeNames, List<String> systemNames, Path directory)
      throws Exception {
    Map<String, Object> machine = Machine.describe(directory);
    try (SystemsUnderTest systems = SystemsUnderTest.open(systemNames, directory)) {
      Rounds measured = new Rounds(systems.ready(), scale, System.err);
      systems
          .skipped()
          .forEach((name, reason) -> System.err.println("  SKIPPED " + name + ": " + reason));
      List<SystemResult> results = new ArrayList<>();
      for (Map.Entry<String, Shape> shape : Shapes.all().entrySet()) {
        if (shapeNames.contains(shape.getKey())) {
          results.addAll(measured.measure(shape.getKey(), shape.getValue()));
        }
      }
      machine.put("loadAverageAfter", Machine.loadAverage());
      return new PeersReport(scale, machine, systems.settings(), systems.skipped(), results);
    }
  }

  private Scale scale() {
    if (seconds < 1) {
      throw refused("--seconds is " + seconds + ", it must be 1 to " + Scale.SECONDS_MAX);
    }
    try {
      return Scale.of(items, Duration.ofSeconds(seconds), rounds, warmUps)
          .withPayloadBytes(payloadBytes);
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private List<String> chosen(String option, @Nullable List<String> given, List<String> all) {
    if (given == null) {
      return all;
    }
    for (String name : given) {
      if (!all.contains(name)) {
        throw refused(option + " names \"" + name + "\", there are " + all);
      }
    }
    return given;
  }

  /** A fresh one, which other users may pass through: the server's is one. */
  private Path directory() throws IOException {
    Path base = data;
    if (base != null && !Files.isDirectory(base)) {
      throw refused("--data " + base + " is no directory");
    }
    String prefix = "tenure-peers";
    Path made =
        base == null
            ? Files.createTempDirectory(prefix)
            : Files.createTempDirectory(base.toAbsolutePath(), prefix);
    ScratchDirectories.openToPass(made);
    return made;
  }

  /** Silences the logs of the peers' libraries, which otherwise log each item. */
  static void quietLogs() {
    if (LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
      root.setLevel(Level.WARN);
    }
  }

  private CommandLine.ParameterException refused(String message) {
    CommandLine.Model.CommandSpec known = spec;
    return new CommandLine.ParameterException(
        known == null ? new CommandLine(this) : known.commandLine(), message);
  }
}
