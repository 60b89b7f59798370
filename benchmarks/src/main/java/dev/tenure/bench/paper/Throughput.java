package dev.tenure.bench.paper;

import dev.tenure.bench.plot.Axis;
import dev.tenure.bench.plot.Panel;
import dev.tenure.bench.plot.Series;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import dev.tenure.consumer.service.Consumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 4: items per second at saturation, by the number of consumers and by the items in each
 * zone. All zones are full before the consumers start. As in the paper, {@code dequeue_max} is the
 * number of items in a zone.
 */
final class Throughput {
  private static final List<Integer> ITEMS = List.of(1, 2, 4);
  private static final Duration WARM_UP = Duration.ofMillis(500);

  /** Visits settle sooner than workers, and there are many of them. */
  private static final int BRIEF_PARTS = 2;

  /** More than consumers get through: 128 workers of 50 ms each, or so many visits. */
  private static final int ITEMS_A_SECOND = 2_600;

  private static final int VISITS_A_SECOND = 6_000;

  private final Plan plan;
  private final List<Integer> consumers;
  private final Table table;

  Throughput(Plan plan, List<Integer> consumers) {
    this.plan = plan;
    this.consumers = consumers;
    List<String> columns =
        new ArrayList<>(
            List.of("work", "items_per_zone", "consumers", "items_per_second", "workers_busy"));
    columns.addAll(plan.loadColumns());
    columns.add("collisions_percent");
    this.table = new Table(plan.name(4), columns);
  }

  DrawnTable measure() {
    measure("50ms", PaperWork.ofPaper());
    measure("1ms", PaperWork.brief());
    return new DrawnTable(
        table,
        List.of(
            panel("50ms", plan.title("Throughput at saturation, items of 50 ms (paper, Figure 4)")),
            panel("1ms", plan.title("The same, items of 1 ms: visits and completions alone"))));
  }

  private void measure(String name, PaperWork work) {
    boolean brief = work.most().toMillis() < 10;
    for (int items : ITEMS) {
      for (int count : consumers) {
        int perSecond = brief ? VISITS_A_SECOND * items : ITEMS_A_SECOND;
        Duration window = Duration.ofSeconds(plan.seconds()).dividedBy(brief ? BRIEF_PARTS : 1);
        Duration warmUp = WARM_UP.dividedBy(brief ? BRIEF_PARTS : 1);
        double seconds = warmUp.plus(window).toMillis() / 1_000.0;
        int zones = (int) (count * perSecond * seconds / items) + 1;
        try (PaperFixture fixture = new PaperFixture(plan, zones)) {
          fixture.backlog(zones, items, Duration.ZERO);
          for (int i = 0; i < count; i++) {
            fixture.start(FleetOptions.consumer(i, items), work);
          }
          fixture.run(warmUp);
          record(name, items, count, window(fixture, window), work);
        }
      }
    }
  }

  /**
   * The work done in a time.
   *
   * @param seconds the seconds that passed
   * @param load the values of {@link Plan#loadColumns}
   */
  record Window(Snapshot done, double seconds, List<Double> load) {
    double perSecond() {
      return done.completed() / seconds;
    }
  }

  static Window window(PaperFixture fixture, Duration duration) {
    Snapshot before = Snapshot.of(fixture);
    PaperWorld.Load load = fixture.world().load(fixture.sites());
    long begun = fixture.world().nanos();
    fixture.run(duration);
    double seconds = (fixture.world().nanos() - begun) / 1e9;
    return new Window(Snapshot.of(fixture).minus(before), seconds, load.values());
  }

  private void record(String name, int items, int count, Window window, PaperWork work) {
    double workSeconds = (work.least().toNanos() + work.most().toNanos()) / 2e9;
    double perSecond = window.perSecond();
    List<Object> row =
        new ArrayList<>(
            List.of(name, items, count, perSecond, perSecond * workSeconds / count / 128));
    row.addAll(window.load());
    row.add(window.done().collisionsPercent());
    table.add(row.toArray());
    plan.say("  %s, %d items a zone, %d consumers: %.0f items/s%n", name, items, count, perSecond);
  }

  private Panel panel(String work, String title) {
    List<Series> series = new ArrayList<>();
    for (int items : ITEMS) {
      List<Series.Point> points = new ArrayList<>();
      for (int row = 0; row < table.size(); row++) {
        if (table.cell(row, "work").equals(work) && table.number(row, "items_per_zone") == items) {
          points.add(
              new Series.Point(
                  table.number(row, "consumers"), table.number(row, "items_per_second")));
        }
      }
      series.add(new Series(items == 1 ? "1 item per zone" : items + " items per zone", points));
    }
    return new Panel(title, Axis.linear("consumers"), Axis.linear("items / s"), series);
  }

  /** The counts of all consumers of a fixture so far. */
  record Snapshot(long completed, long visits, long collisions, long atCommit) {

    static Snapshot of(PaperFixture fixture) {
      long visits = 0;
      long collisions = 0;
      for (Consumer consumer : fixture.consumers()) {
        var counts = consumer.status().visits();
        visits += counts.visits();
        collisions += counts.conflictsReading() + counts.conflictsCommitting();
      }
      return new Snapshot(
          fixture.waits().completed(),
          visits,
          collisions,
          fixture.sites().stream()
              .mapToLong(site -> site.cluster().meters().read().visitConflicts())
              .sum());
    }

    Snapshot minus(Snapshot before) {
      return new Snapshot(
          completed - before.completed,
          visits - before.visits,
          collisions - before.collisions,
          atCommit - before.atCommit);
    }

    double collisionsPercent() {
      return visits == 0 ? 0 : 100.0 * collisions / visits;
    }
  }
}
