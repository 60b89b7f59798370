package dev.tenure.bench.scale;

import dev.tenure.bench.commandline.Choice;
import dev.tenure.bench.report.Figure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares costs at a large size with costs at a small one. */
@Command(
    name = "scale",
    mixinStandardHelpOptions = true,
    description =
        "Counts costs with few and with many tenants, items and consumers, and compares them.")
public final class ScaleBench implements Callable<Integer> {
  private static final int FULL = 1_000_000;
  private static final int USUAL = 20_000;

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(
      names = "--full",
      description = "takes a million tenants or items instead of 20,000; needs a heap of 14 GB")
  private boolean full;

  @Option(names = "--seed", defaultValue = "1", description = "the seed (default ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--only",
      split = ",",
      description = "tenants, cold-start, vesting, zone, consumers (default all)")
  private @Nullable List<String> only;

  private static Map<String, ScaleMeasurement> questions() {
    Map<String, ScaleMeasurement> all = new LinkedHashMap<>();
    all.put("tenants", new ManyTenants());
    all.put("cold-start", new ColdStart());
    all.put("vesting", new FarVesting());
    all.put("zone", new OneZone());
    all.put("consumers", new MoreConsumers());
    return all;
  }

  @Override
  public Integer call() {
    Map<String, ScaleMeasurement> chosen = Choice.of(questions(), 1, only, spec);
    System.out.println(Figure.heading("at size", "beside"));
    for (ScaleMeasurement question : chosen.values()) {
      question
          .answer(full ? FULL : USUAL, seed)
          .forEach(figure -> System.out.println(figure.line()));
    }
    return 0;
  }
}
