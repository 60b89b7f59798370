package dev.tenure.bench.life;

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

/** Measures the cost of an item from its enqueue to its completion. */
@Command(
    name = "life",
    mixinStandardHelpOptions = true,
    description = "Counts key reads and writes in an item's life, and conflicts of enqueues.")
public final class LifeBench implements Callable<Integer> {
  private static final int ITEMS = 1_024;
  private static final int ENQUEUES = 1_000;

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(names = "--seed", defaultValue = "1", description = "the seed (default ${DEFAULT-VALUE})")
  private long seed;

  @Option(names = "--report", paramLabel = "FILE", description = "writes the numbers as JSON")
  private @Nullable Path report;

  @Override
  public Integer call() throws IOException {
    OutputPlace.requireFile("--report", report, spec);
    Table costs = new LifeCosts(seed, ITEMS).measure();
    System.out.println("Per item; docs/queue-protocol.md explains the steps.");
    System.out.print(costs.aligned());
    Table conflicts = new Conflicts(seed, ENQUEUES).measure();
    System.out.println("\nEnqueues repeated, by the state of their zone's pointer:");
    System.out.print(conflicts.aligned());
    if (report != null) {
      Files.writeString(report, Table.json(List.of(costs, conflicts)));
    }
    return 0;
  }
}
