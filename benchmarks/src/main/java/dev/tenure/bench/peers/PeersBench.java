package dev.tenure.bench.peers;

import dev.tenure.bench.peers.tenure.TenureContestant;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tenure beside db-scheduler and a {@code SKIP LOCKED} table on PostgreSQL. */
@Command(
    name = "peers",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Tenure beside other queues, same machine, same durability, one run.")
public final class PeersBench implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(
      names = "--shapes",
      split = ",",
      paramLabel = "NAME",
      description =
          "some of enqueue-singles, enqueue-batches, burn-down, half-load, idle-pickup, flood")
  private @Nullable List<String> shapes;

  @Option(
      names = "--items",
      defaultValue = "50000",
      paramLabel = "N",
      description = "items of the burn-down and of the flood (default ${DEFAULT-VALUE})")
  private int items;

  @Option(
      names = "--seconds",
      defaultValue = "10",
      paramLabel = "N",
      description = "time of each other measurement, 1 to 600 (default ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      paramLabel = "N",
      description = "the median of so many is taken, 1 to 99 (default ${DEFAULT-VALUE})")
  private int rounds;

  @Override
  public Integer call() throws Exception {
    PrintStream out = System.out;
    Scale scale = Scale.of(items, Duration.ofSeconds(seconds), rounds);
    Map<String, Shape> chosen = Shapes.all();
    if (shapes != null) {
      chosen.keySet().retainAll(shapes);
    }
    Path directory = Files.createTempDirectory("tenure-peers");
    List<Contestant> contestants = new ArrayList<>();
    try {
      contestants.add(new TenureContestant(directory));
      Rounds measured = new Rounds(contestants, scale, out);
      for (Map.Entry<String, Shape> shape : chosen.entrySet()) {
        measured.measure(shape.getKey(), shape.getValue()).forEach(out::println);
      }
    } finally {
      for (Contestant contestant : contestants) {
        contestant.close();
      }
      Directories.delete(directory);
    }
    return 0;
  }
}
