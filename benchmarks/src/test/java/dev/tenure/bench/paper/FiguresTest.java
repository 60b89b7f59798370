package dev.tenure.bench.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.fleet.ServiceTimes;
import dev.tenure.bench.plot.Plots;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class FiguresTest {
  private static final Plan PLAN =
      new Plan(
          3,
          300,
          2,
          ServiceTimes.twoDatacenters(),
          false,
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));

  @Test
  void longQueuesWaitUnderSkewedLoadWhileEveryZoneIsVisitedSoon() {
    DrawnTable result = new Fairness(PLAN, true).measure();
    Table table = result.table();
    double pointer = 0;
    double item = 0;
    for (int row = 0; row < table.size(); row++) {
      if (table.cell(row, "second").equals("all")) {
        double p99 = table.number(row, "p99_ms");
        pointer = table.cell(row, "of").equals("pointer") ? p99 : pointer;
        item = table.cell(row, "of").equals("item") ? p99 : item;
      }
    }
    assertTrue(pointer > 0, table.csv());
    assertTrue(item > 4 * pointer, table.csv());
    assertTrue(Plots.svg(result.panels()).contains("Figure 6"));
  }

  @Test
  void consumersThatDivideSeldomMeetThoughTheyAreNotBusy() {
    Duration warmUp = Duration.ofSeconds(2);
    Duration window = Duration.ofSeconds(1);
    try (PaperFixture fixture = new PaperFixture(PLAN, 2_000)) {
      List<Arrivals.Arrival> arrivals =
          Arrivals.uniform(2_000, 1_500, warmUp.plus(window), fixture.random("arrivals"));
      arrivals.forEach(arrival -> fixture.make(arrival.tenant()));
      ArrivalProducers producers = new ArrivalProducers(fixture, arrivals);
      for (int i = 0; i < 3; i++) {
        fixture.start(FleetOptions.consumer(i, 1), PaperWork.ofPaper());
      }
      producers.start();
      fixture.run(warmUp);
      Throughput.Snapshot done = Throughput.window(fixture, window).done();
      assertTrue(done.visits() > 1_000, done.toString());
      assertTrue(done.collisionsPercent() < 10, done.toString());
    }
  }

  @Test
  void inRealTimeABacklogIsDoneAndTheFilesHaveNamesOfTheirOwn() {
    Plan real = new Plan(5, 100, 1, PLAN.times(), true, PLAN.out());
    assertEquals("figure-4-real", real.name(4));
    try (PaperFixture fixture = new PaperFixture(real, 20)) {
      fixture.backlog(20, 2, Duration.ZERO);
      PaperWorld.Load load = fixture.world().load(fixture.sites());
      fixture.start(FleetOptions.consumer(0, 2), PaperWork.brief());
      while (fixture.waits().completed() < 40) {
        fixture.run(Duration.ofMillis(10));
      }
      assertEquals(real.loadColumns().size(), load.values().size());
      assertTrue(load.values().get(0) > 0, "no processor worked");
      assertEquals(40, fixture.waits().enqueued());
    }
  }

  @Test
  void sameSeedGivesTheSameNumbers() {
    Plan brief = new Plan(5, 100, 1, PLAN.times(), false, PLAN.out());
    assertEquals(
        new Fairness(brief, false).measure().table().csv(),
        new Fairness(brief, false).measure().table().csv());
  }

  @Test
  void skewedLoadHasTheSameRateAndLongBursts() {
    Duration duration = Duration.ofSeconds(100);
    List<Arrivals.Arrival> skewed =
        Arrivals.skewed(5_000, 1_000, duration, new SplittableRandom(1));
    List<Arrivals.Arrival> uniform =
        Arrivals.uniform(5_000, 1_000, duration, new SplittableRandom(1));
    int items = skewed.stream().mapToInt(Arrivals.Arrival::items).sum();
    assertEquals(100_000, items, 5_000);
    assertEquals(100_000, uniform.size(), 5_000);
    assertEquals(
        Arrivals.BURST_MAX, skewed.stream().mapToInt(Arrivals.Arrival::items).max().orElse(0));
  }
}
