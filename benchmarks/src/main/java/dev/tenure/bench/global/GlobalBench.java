package dev.tenure.bench.global;

import dev.tenure.bench.commandline.FigureFiles;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The table and the figures of the Uniqorn paper's section 4, measured here. */
@Command(
    name = "global",
    mixinStandardHelpOptions = true,
    description =
        "Repeats the Uniqorn paper's evaluation for the global index: on modelled shards under"
            + " virtual time, or, with --real, on record stores in real time.")
public final class GlobalBench implements Callable<Integer> {
  private static final int SHARDS_MAX = 1_024;
  private static final int OPERATIONS_MAX = 10_000_000;
  private static final int SECONDS_MAX = 600;
  private static final int POOL = 2_000;
  private static final int SHARDS = 8;
  private static final List<Integer> KEYS = List.of(0, 1, 2, 3, 4, 5, 6);
  private static final Duration GARBAGE_INTERVAL = Duration.ofSeconds(3);

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(names = "--figures", split = ",", description = "1 (Table 1), 4, 5, 6, 7 (default all)")
  private @Nullable List<String> figures;

  @Option(
      names = "--shards",
      split = ",",
      defaultValue = "1,2,4,8,16",
      description = "the numbers of shards in figure 4 (default ${DEFAULT-VALUE})")
  private List<Integer> shards = List.of();

  @Option(
      names = "--operations",
      defaultValue = "40000",
      description = "operations in each measurement of 1, 4 and 5 (default ${DEFAULT-VALUE})")
  private int operations;

  @Option(
      names = "--outage-seconds",
      defaultValue = "30",
      description =
          "seconds of each phase in figure 6, with or without a shard that is down; 300 in the paper"
              + " (default ${DEFAULT-VALUE})")
  private int outageSeconds;

  @Option(
      names = "--real",
      description =
          "measures in real time, with clients and record stores in this process, on the engine in"
              + " memory")
  private boolean real;

  @Option(names = "--seed", defaultValue = "1", description = "the seed (default ${DEFAULT-VALUE})")
  private long seed;

  @Mixin private final FigureFiles files = new FigureFiles();

  @Override
  public Integer call() throws IOException {
    check();
    files.check(spec);
    Map<String, Supplier<DrawnTable>> chosen = all();
    if (figures != null) {
      chosen.keySet().retainAll(figures);
    }
    if (real) {
      // The first run of a process is the slowest: it is not counted.
      DrawnTable unused = new PerformanceCost(plan()).measure();
    }
    List<Table> tables = new ArrayList<>();
    for (Map.Entry<String, Supplier<DrawnTable>> each : chosen.entrySet()) {
      DrawnTable result = each.getValue().get();
      tables.add(result.table());
      System.out.println(result.table().name());
      System.out.println(result.table().aligned());
      files.write(result);
    }
    files.writeReport(tables);
    return 0;
  }

  private Map<String, Supplier<DrawnTable>> all() {
    GlobalPlan plan = plan();
    Map<String, Supplier<DrawnTable>> all = new LinkedHashMap<>();
    all.put("1", () -> new PerformanceCost(plan).measure());
    all.put("4", () -> Sweep.byShards(plan, shards));
    all.put("5", () -> Sweep.byAlternateKeys(plan, SHARDS, KEYS));
    all.put("6", () -> new Availability(plan).measure());
    all.put("7", () -> new Garbage(plan, GARBAGE_INTERVAL).measure());
    return all;
  }

  private GlobalPlan plan() {
    Duration phase = Duration.ofSeconds(outageSeconds);
    return real
        ? GlobalPlan.real(seed, operations, POOL, phase)
        : GlobalPlan.modelled(seed, operations, POOL, phase, ShardTimes.likeThePaper());
  }

  private void check() {
    require("--operations", operations, OPERATIONS_MAX);
    require("--outage-seconds", outageSeconds, SECONDS_MAX);
    shards.forEach(count -> require("--shards", count, SHARDS_MAX));
    for (String figure : figures == null ? List.<String>of() : figures) {
      if (!all().containsKey(figure)) {
        throw refused("--figures names \"" + figure + "\", it must be of " + all().keySet());
      }
    }
  }

  private void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw refused(option + " names " + value + ", it must be 1 to " + most);
    }
  }

  private RuntimeException refused(String message) {
    return spec == null
        ? new IllegalArgumentException(message)
        : new CommandLine.ParameterException(spec.commandLine(), message);
  }
}
