package dev.tenure.examples.index;

import dev.tenure.record.plan.cost.ColumnStatistics;
import dev.tenure.record.plan.cost.SampledStatistics;
import dev.tenure.record.plan.cost.TypeStatistics;
import dev.tenure.record.statistics.StatisticsSampler;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./tenure index statistics}. */
@Command(
    name = "statistics",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Samples the records of a store, prints the statistics, and keeps them in the store.",
      "Programs that open the store with statistics plan their queries by them."
    })
final class StatisticsCommand implements Callable<Integer> {
  @Mixin private final StorePlace place = new StorePlace();

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "records to read of each type, 1 to 100,000 (default: 2000)")
  private @Nullable Integer records;

  @Option(
      names = "--show",
      description = "prints the statistics that the store keeps, without sampling")
  private boolean show;

  @Override
  public Integer call() {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    StatisticsSampler sampler = sampler();
    return place.open(
        (database, threads) -> {
          StoreOptions options = place.options(database).withMode(OpenMode.OPEN);
          database
              .join(
                  database.run(
                      context ->
                          RecordStore.open(context, options)
                              .thenCompose(store -> show ? kept(store) : sampled(store, sampler))))
              .lines()
              .forEach(out::println);
          return 0;
        });
  }

  private StatisticsSampler sampler() {
    if (records == null) {
      return StatisticsSampler.defaults();
    }
    if (show) {
      throw new IllegalArgumentException("--records has no effect with --show");
    }
    try {
      return StatisticsSampler.defaults().withRecordsMax(records);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      throw new IllegalArgumentException(message.replace("recordsMax", "--records"), e);
    }
  }

  private static CompletableFuture<String> kept(RecordStore store) {
    return store
        .queries()
        .keptStatistics()
        .thenApply(found -> found.map(StatisticsCommand::text).orElse("no statistics are kept"));
  }

  private static CompletableFuture<String> sampled(RecordStore store, StatisticsSampler sampler) {
    return sampler
        .sample(store)
        .thenApply(
            statistics -> {
              store.queries().keepStatistics(statistics);
              return text(statistics);
            });
  }

  private static String text(SampledStatistics statistics) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "taken at %s with metadata version %d%n",
            statistics.taken(),
            statistics.metaDataVersion()));
    statistics.types().forEach((name, type) -> append(name, type, text));
    return text.toString();
  }

  private static void append(String name, TypeStatistics type, StringBuilder into) {
    into.append(
        String.format(
            Locale.ROOT,
            "%s: %,.0f records of %,.0f bytes, %,d of them read%n",
            name,
            type.records(),
            type.bytes(),
            type.sampled()));
    type.columns().forEach((column, of) -> append(column, of, into));
    type.distinct()
        .forEach(
            (columns, count) ->
                into.append(String.format(Locale.ROOT, "  %s: %,.0f different%n", columns, count)));
  }

  private static void append(String column, ColumnStatistics of, StringBuilder into) {
    into.append(
        String.format(
            Locale.ROOT,
            "  %s: %,.0f different, %.1f %% empty, %.2f a record%n",
            column,
            of.distinct(),
            100 * of.empty(),
            of.elements()));
  }
}
