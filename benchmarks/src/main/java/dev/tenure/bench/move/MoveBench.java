package dev.tenure.bench.move;

import dev.tenure.bench.commandline.OutputPlace;
import dev.tenure.bench.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures moves of tenants of several sizes. */
@Command(
    name = "move",
    mixinStandardHelpOptions = true,
    description =
        "Moves a tenant that is in use between two modelled clusters, under virtual time: how long"
            + " it takes, and how long the tenant is refused.")
public final class MoveBench implements Callable<Integer> {
  private static final int MEGABYTES_MAX = 10_000;

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(
      names = "--megabytes",
      split = ",",
      defaultValue = "0,1,10,100",
      description =
          "sizes of the tenant (default ${DEFAULT-VALUE}); 1000 needs TENURE_JAVA_OPTIONS=-Xmx8g")
  private List<Integer> megabytes = List.of();

  @Option(
      names = "--rate",
      defaultValue = "100",
      description = "enqueues a second meanwhile, 1 to 10000 (default ${DEFAULT-VALUE})")
  private int rate;

  @Option(names = "--seed", defaultValue = "1", description = "default ${DEFAULT-VALUE}")
  private long seed;

  @Option(names = "--report", paramLabel = "FILE", description = "writes the numbers as JSON")
  private @Nullable Path report;

  @Override
  public Integer call() throws IOException {
    OutputPlace.requireFile("--report", report, spec);
    if (megabytes.stream().anyMatch(size -> size < 0 || size > MEGABYTES_MAX)) {
      throw refused("--megabytes is " + megabytes + ", each must be 0 to " + MEGABYTES_MAX);
    }
    if (rate < 1 || rate > 10_000) {
      throw refused("--rate is " + rate + ", it must be 1 to 10000");
    }
    Table table =
        new Table(
            "moves",
            List.of(
                "megabytes",
                "seconds",
                "megabytes_a_second",
                "again_megabytes",
                "served_by_none_ms",
                "by_the_mover_ms",
                "longest_enqueue_ms",
                "median_enqueue_ms",
                "refusals",
                "closings"));
    for (int size : megabytes) {
      try (MovedFleet fleet = new MovedFleet(seed)) {
        fleet.fill(size);
        fleet.move(rate).addTo(table, size);
      }
    }
    System.out.print(table.aligned());
    if (report != null) {
      Files.writeString(report, Table.json(List.of(table)));
    }
    return 0;
  }

  private CommandLine.ParameterException refused(String why) {
    if (spec == null) {
      throw new IllegalStateException(why);
    }
    return new CommandLine.ParameterException(spec.commandLine(), why);
  }
}
