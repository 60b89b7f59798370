package dev.tenure.bench.paper;

import dev.tenure.bench.measure.Percentiles;
import dev.tenure.bench.plot.Axis;
import dev.tenure.bench.plot.Panel;
import dev.tenure.bench.plot.Series;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import dev.tenure.consumer.ConsumerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 7: the effect of the selection fraction on latency, collisions and the highest throughput,
 * with four consumers that draw at random. It is measured in three ways: with a new peek for each
 * selection, as in Algorithm 1; with selections drawn from one peek for up to 250 ms; and, which is
 * the default here, with consumers that in addition divide the pointers.
 */
final class SelectionSweep {
  private static final int CONSUMERS = 4;
  private static final double ITEMS_A_SECOND = 4_000;
  private static final int BACKLOG_A_SECOND = 2_600 * CONSUMERS;
  private static final Duration WARM_UP = Duration.ofMillis(500);

  /** A backlog settles sooner than load does, and costs more to make. */
  private static final int SATURATED_PARTS = 2;

  private static final String PAPER = "peek each time";
  private static final String KEPT = "peek kept";
  private static final String OURS = "divided";
  private static final List<String> SCANNERS = List.of(PAPER, KEPT, OURS);

  private final Plan plan;
  private final List<Double> fractions;
  private final Table table;

  SelectionSweep(Plan plan, List<Double> fractions) {
    this.plan = plan;
    this.fractions = fractions;
    this.table =
        new Table(
            plan.name(7),
            List.of(
                "scanner",
                "selection_frac",
                "item_p50_ms",
                "item_p99_ms",
                "item_p99.9_ms",
                "collisions_percent",
                "found_at_commit_percent",
                "collisions_percent_saturated",
                "items_per_second_saturated"));
  }

  DrawnTable measure() {
    for (String scanner : SCANNERS) {
      for (double fraction : fractions) {
        measure(scanner, fraction);
      }
    }
    return new DrawnTable(
        table,
        List.of(
            panel(
                plan.title("Item latency (paper, Figure 7, top)"),
                Axis.log("s"),
                1_000,
                List.of("item_p50_ms", "item_p99_ms")),
            panel(
                plan.title("Visits that came too late (Figure 7, middle)"),
                Axis.log("% of visits"),
                1,
                List.of("collisions_percent")),
            panel(
                plan.title("Throughput at saturation (Figure 7, bottom)"),
                Axis.linear("items / s"),
                1,
                List.of("items_per_second_saturated"))));
  }

  private void measure(String scanner, double fraction) {
    try (PaperFixture loaded = new PaperFixture(plan, plan.tenants());
        PaperFixture full = new PaperFixture(plan, backlog())) {
      Throughput.Snapshot underLoad = load(loaded, scanner, fraction).done();
      Throughput.Window saturated = saturate(full, scanner, fraction);
      Percentiles items = loaded.waits().items().all();
      table.add(
          scanner,
          fraction,
          items.percentile(50) / 1e6,
          items.percentile(99) / 1e6,
          items.percentile(99.9) / 1e6,
          underLoad.collisionsPercent(),
          underLoad.collisions() == 0
              ? 0.0
              : Math.min(100.0, 100.0 * underLoad.atCommit() / underLoad.collisions()),
          saturated.done().collisionsPercent(),
          saturated.perSecond());
      plan.say(
          "  %s, %.3f: p50 %.1f ms, p99 %.1f ms, %.2f %% collide, %.0f items/s%n",
          scanner,
          fraction,
          items.percentile(50) / 1e6,
          items.percentile(99) / 1e6,
          underLoad.collisionsPercent(),
          saturated.perSecond());
    }
  }

  private Duration window() {
    return Duration.ofSeconds(plan.seconds());
  }

  private Duration saturatedWindow() {
    return window().dividedBy(SATURATED_PARTS);
  }

  private int backlog() {
    Duration together = WARM_UP.dividedBy(SATURATED_PARTS).plus(saturatedWindow());
    return (int) (BACKLOG_A_SECOND * together.toMillis() / 1_000);
  }

  private Throughput.Window load(PaperFixture fixture, String scanner, double fraction) {
    Duration duration = WARM_UP.plus(window());
    List<Arrivals.Arrival> arrivals =
        Arrivals.uniform(plan.tenants(), ITEMS_A_SECOND, duration, fixture.random("arrivals"));
    arrivals.forEach(arrival -> fixture.make(arrival.tenant()));
    ArrivalProducers producers = new ArrivalProducers(fixture, arrivals);
    start(fixture, scanner, fraction);
    producers.start();
    fixture.run(WARM_UP);
    return Throughput.window(fixture, window());
  }

  private Throughput.Window saturate(PaperFixture fixture, String scanner, double fraction) {
    fixture.backlog(backlog(), 1, Duration.ZERO);
    start(fixture, scanner, fraction);
    fixture.run(WARM_UP.dividedBy(SATURATED_PARTS));
    return Throughput.window(fixture, saturatedWindow());
  }

  private static void start(PaperFixture fixture, String scanner, double fraction) {
    fixture.scanAtRandom();
    for (int i = 0; i < CONSUMERS; i++) {
      ConsumerOptions options = FleetOptions.consumer(i, 1).withSelectionFraction(fraction);
      fixture.start(scanning(scanner, options), PaperWork.ofPaper());
    }
  }

  private static ConsumerOptions scanning(String scanner, ConsumerOptions options) {
    return switch (scanner) {
      case PAPER -> FleetOptions.peekingEachTime(options);
      case KEPT -> FleetOptions.undivided(options);
      default -> options;
    };
  }

  private Panel panel(String title, Axis y, double by, List<String> columns) {
    List<Series> series = new ArrayList<>();
    for (String scanner : SCANNERS) {
      for (String column : columns) {
        List<Series.Point> points = new ArrayList<>();
        for (int row = 0; row < table.size(); row++) {
          if (table.cell(row, "scanner").equals(scanner)) {
            points.add(
                new Series.Point(
                    table.number(row, "selection_frac"), table.number(row, column) / by));
          }
        }
        String of = columns.size() == 1 ? "" : ", " + column.replaceAll("item_|_ms", "");
        series.add(new Series(scanner + of, points));
      }
    }
    return new Panel(title, Axis.log("selection_frac"), y, series);
  }
}
