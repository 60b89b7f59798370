package dev.tenure.bench.paper;

import dev.tenure.bench.commandline.FigureFiles;
import dev.tenure.bench.fleet.ServiceTimes;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.io.IOException;
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

/** The figures of the paper's section 8, measured here. */
@Command(
    name = "paper",
    mixinStandardHelpOptions = true,
    description =
        "Repeats the QuiCK paper's evaluation: on a modelled cluster under virtual time, or, with"
            + " --real, on the engine in memory in real time.")
public final class PaperBench implements Callable<Integer> {
  private static final int TENANTS_MAX = 1_000_000;
  private static final int SECONDS_MAX = 600;
  private static final int CONSUMERS_MAX = 64;

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(
      names = "--figures",
      split = ",",
      defaultValue = "4,5,6,7",
      description = "the figures to measure (default ${DEFAULT-VALUE})")
  private List<String> figures = List.of();

  @Option(
      names = "--tenants",
      defaultValue = "20000",
      description = "clients in figures 5 to 7; 150000 in the paper (default ${DEFAULT-VALUE})")
  private int tenants;

  @Option(
      names = "--consumers",
      split = ",",
      defaultValue = "1,2,4",
      description =
          "the numbers of consumers in figure 4; up to 16 in the paper (default ${DEFAULT-VALUE})")
  private List<Integer> consumers = List.of();

  @Option(
      names = "--fractions",
      split = ",",
      defaultValue = "0.001,0.005,0.02,0.1,0.5",
      description = "the selection fractions in figure 7 (default ${DEFAULT-VALUE})")
  private List<Double> fractions = List.of();

  @Option(
      names = "--seconds",
      defaultValue = "1",
      description =
          "seconds of a measurement at saturation, of virtual time unless --real; figures 5 and 6"
              + " take 12 times as long (default ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--real",
      description =
          "measures in real time, with clients, consumers and the engine in this process, and"
              + " without a modelled cluster")
  private boolean real;

  @Option(names = "--seed", defaultValue = "1", description = "the seed (default ${DEFAULT-VALUE})")
  private long seed;

  @Mixin private final FigureFiles files = new FigureFiles();

  @Override
  public Integer call() throws IOException {
    check();
    files.check(spec);
    if (real) {
      // The first run of a process is the slowest: it is not counted.
      new Throughput(plan(1), List.of(1)).measure();
    }
    List<Table> tables = new ArrayList<>();
    for (Map.Entry<String, Supplier<DrawnTable>> figure : chosen().entrySet()) {
      long begin = System.nanoTime();
      System.out.println("Figure " + figure.getKey());
      DrawnTable result = figure.getValue().get();
      tables.add(result.table());
      System.out.print(result.table().aligned());
      System.out.printf("%.0f s of real time%n%n", (System.nanoTime() - begin) / 1e9);
      files.write(result);
    }
    files.writeReport(tables);
    return 0;
  }

  private void check() {
    require(tenants >= 1 && tenants <= TENANTS_MAX, "--tenants", tenants, "1 to " + TENANTS_MAX);
    require(seconds >= 1 && seconds <= SECONDS_MAX, "--seconds", seconds, "1 to " + SECONDS_MAX);
    for (int count : consumers) {
      require(count >= 1 && count <= CONSUMERS_MAX, "--consumers", count, "1 to " + CONSUMERS_MAX);
    }
    for (double fraction : fractions) {
      require(fraction > 0 && fraction <= 1, "--fractions", fraction, "above 0 and at most 1");
    }
    for (String figure : figures) {
      require(all().containsKey(figure), "--figures", figure, "of " + all().keySet());
    }
  }

  private void require(boolean holds, String option, Object value, String expected) {
    if (!holds) {
      String message = option + " names \"" + value + "\", it must be " + expected;
      throw spec == null
          ? new IllegalArgumentException(message)
          : new CommandLine.ParameterException(spec.commandLine(), message);
    }
  }

  private Map<String, Supplier<DrawnTable>> chosen() {
    Map<String, Supplier<DrawnTable>> chosen = all();
    chosen.keySet().retainAll(figures);
    return chosen;
  }

  private Map<String, Supplier<DrawnTable>> all() {
    Map<String, Supplier<DrawnTable>> all = new LinkedHashMap<>();
    all.put("4", () -> new Throughput(plan(1), consumers).measure());
    all.put("5", () -> new Fairness(plan(12), false).measure());
    all.put("6", () -> new Fairness(plan(12), true).measure());
    all.put("7", () -> new SelectionSweep(plan(1), fractions).measure());
    return all;
  }

  private Plan plan(int times) {
    return new Plan(
        seed, tenants, times * seconds, ServiceTimes.twoDatacenters(), real, System.out);
  }
}
