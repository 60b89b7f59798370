package dev.tenure.bench.paper;

import dev.tenure.bench.measure.Percentiles;
import dev.tenure.bench.plot.Axis;
import dev.tenure.bench.plot.Panel;
import dev.tenure.bench.plot.Series;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Figures 5 and 6: the waiting times of zones and items, under uniform and skewed load, with one
 * consumer, which scans in order, and {@code dequeue_max} 1.
 */
final class Fairness {
  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9);
  private static final double ITEMS_A_SECOND = 1_500;

  private final Plan plan;
  private final boolean skewed;

  Fairness(Plan plan, boolean skewed) {
    this.plan = plan;
    this.skewed = skewed;
  }

  DrawnTable measure() {
    String name = plan.name(skewed ? 6 : 5);
    Table table =
        new Table(name, List.of("of", "second", "count", "p50_ms", "p90_ms", "p99_ms", "p99.9_ms"));
    try (PaperFixture fixture = new PaperFixture(plan, plan.tenants())) {
      Duration duration = Duration.ofSeconds(plan.seconds());
      List<Arrivals.Arrival> arrivals =
          skewed
              ? Arrivals.skewed(
                  plan.tenants(), ITEMS_A_SECOND, duration, fixture.random("arrivals"))
              : Arrivals.uniform(
                  plan.tenants(), ITEMS_A_SECOND, duration, fixture.random("arrivals"));
      arrivals.forEach(arrival -> fixture.make(arrival.tenant()));
      ArrivalProducers producers = new ArrivalProducers(fixture, arrivals);
      long begin = fixture.waits().now();
      fixture.start(FleetOptions.consumer(0, 1), PaperWork.ofPaper());
      producers.start();
      fixture.run(duration);
      WaitTimes waits = fixture.waits();
      add(table, "pointer", waits.pointers(), begin);
      add(table, "item", waits.items(), begin);
      plan.say(
          "  %s: %d enqueued, %d completed, at most %d waited in a zone; item p50 %.1f ms,"
              + " p99.9 %.1f ms%n",
          name,
          waits.enqueued(),
          waits.completed(),
          waits.longest(),
          waits.items().all().percentile(50) / 1e6,
          waits.items().all().percentile(99.9) / 1e6);
    }
    String load = skewed ? "skewed load (paper, Figure 6)" : "uniform load (paper, Figure 5)";
    return new DrawnTable(
        table,
        List.of(
            panel(table, "pointer", plan.title("Until a vested pointer is visited, " + load)),
            panel(table, "item", plan.title("From enqueue to handler, " + load))));
  }

  private static void add(Table table, String of, Latencies latencies, long begin) {
    table.add(row(of, "all", latencies.all()));
    long first = begin / 1_000_000_000;
    for (Map.Entry<Long, Percentiles> each : latencies.byInterval().entrySet()) {
      table.add(row(of, Long.toString(each.getKey() - first), each.getValue()));
    }
  }

  private static Object[] row(String of, String second, Percentiles samples) {
    List<Object> row = new ArrayList<>(List.of(of, second, samples.size()));
    PERCENTILES.forEach(percent -> row.add(samples.percentile(percent) / 1e6));
    return row.toArray();
  }

  private static Panel panel(Table table, String of, String title) {
    List<Series> series = new ArrayList<>();
    for (double percent : PERCENTILES) {
      String column = "p" + Table.text(percent).replaceAll("(\\.\\d)00$", "$1") + "_ms";
      List<Series.Point> points = new ArrayList<>();
      for (int row = 0; row < table.size(); row++) {
        if (table.cell(row, "of").equals(of) && !table.cell(row, "second").equals("all")) {
          points.add(
              new Series.Point(table.number(row, "second"), table.number(row, column) / 1_000));
        }
      }
      series.add(new Series(column.replace("_ms", ""), points));
    }
    return new Panel(title, Axis.linear("s"), Axis.log("latency, s"), series);
  }
}
