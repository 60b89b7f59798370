package dev.tenure.bench.global;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.fleet.Latency;
import dev.tenure.bench.plot.Plots;
import dev.tenure.bench.report.DrawnTable;
import dev.tenure.bench.report.Table;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GlobalFiguresTest {
  private static final Duration PHASE = Duration.ofSeconds(1);
  private static final GlobalPlan PLAN =
      GlobalPlan.modelled(3, 4_000, 300, PHASE, ShardTimes.likeThePaper());

  /** Requests that take the same time each, and never queue. */
  private static final ShardTimes FIXED =
      new ShardTimes(
          millis(1),
          Duration.ZERO,
          Duration.ZERO,
          millis(10),
          millis(3),
          millis(20),
          Latency.NONE,
          Duration.ZERO);

  private static final double WRITE = 22;
  private static final double READ_ENTRY = 5;

  private static Latency millis(long millis) {
    return new Latency(Duration.ofMillis(millis), 0);
  }

  @Test
  void createsTakeThreeRoundTrips() {
    Workload workload = new Workload(2, 3_000, false);
    Setup clean = new Setup(2, true, false, false, workload);
    try (ModelledStores stores = new ModelledStores(3, FIXED, clean)) {
      assertEquals(
          3 * WRITE, stores.measure(1_000).millis(WorkloadOperation.Kind.CREATE, 50), 1e-6);
    }
  }

  @Test
  void lookUpsTakeOneStepMoreAndOperationsWithoutNewKeysNone() {
    GlobalPlan fixed = GlobalPlan.modelled(3, 2_000, 3_000, PHASE, FIXED);
    Table table = new PerformanceCost(fixed).measure().table();
    assertEquals(READ_ENTRY, more(table, "read by AK"), 1e-6, table.csv());
    assertEquals(READ_ENTRY, more(table, "delete by AK"), 1e-6, table.csv());
    assertEquals(0, more(table, "create with no AK"), 1e-6, table.csv());
    assertEquals(0, more(table, "update without AK changes"), 1e-6, table.csv());
    assertTrue(more(table, "create with 2 AKs") > 2 * WRITE, table.csv());
  }

  private static double more(Table table, String operation) {
    int row = 0;
    while (!table.cell(row, "operation").equals(operation)) {
      row++;
    }
    return table.number(row, "global_done_p99_ms") - table.number(row, "monolithic_done_p99_ms");
  }

  @Test
  void latencyDoesNotDependOnTheNumberOfShards() {
    Table table = Sweep.byShards(PLAN, List.of(1, 4)).table();
    for (String column : GlobalPlan.p99(GlobalPlan.KINDS)) {
      assertEquals(1, table.number(1, column) / table.number(0, column), 0.15, table.csv());
    }
    double throughput = table.number(1, "operations_per_second");
    assertEquals(4, throughput / table.number(0, "operations_per_second"), 0.4, table.csv());
  }

  @Test
  void moreAlternateKeysAddStragglersAlone() {
    Table table = Sweep.byAlternateKeys(PLAN, 2, List.of(0, 1, 6)).table();
    for (String column :
        GlobalPlan.p99(List.of(WorkloadOperation.Kind.CREATE, WorkloadOperation.Kind.UPDATE))) {
      assertTrue(table.number(1, column) > 1.5 * table.number(0, column), table.csv());
      assertTrue(table.number(2, column) > table.number(1, column), table.csv());
      assertTrue(table.number(2, column) < 1.4 * table.number(1, column), table.csv());
    }
  }

  /**
   * The bound is four standard deviations of the share, and two percent for creates that are under
   * way when a shard changes, or that meet a record before their client has noticed.
   */
  @Test
  void createsFailAsOftenAsOneOfTheirKeysIsDown() {
    DrawnTable result = new Availability(PLAN).measure();
    Table table = result.table();
    for (int row = 1; row < table.size(); row++) {
      if (table.number(row, "down") == table.number(row - 1, "down")) {
        double expected = table.number(row, "create_expected_percent");
        double variance = expected * (100 - expected) / table.number(row, "creates");
        double answered = table.number(row, "create_answered_percent");
        assertEquals(expected, answered, 4 * Math.sqrt(variance) + 2, row + "\n" + table.csv());
      }
      assertEquals(100, table.number(row, "read_answered_percent"), 0, table.csv());
      assertEquals(100, table.number(row, "delete_answered_percent"), 0, table.csv());
    }
    assertTrue(Plots.svg(result.panels()).contains("Figure 6"));
  }

  @Test
  void garbageGrowsAndCostsLittle() {
    Table table = new Garbage(PLAN, Duration.ofMillis(300)).measure().table();
    int last = table.size() - 1;
    String ratio = "garbage_per_valid";
    assertTrue(table.number(0, ratio) < 1, table.csv());
    assertTrue(table.number(last, ratio) > 1.5, table.csv());
    for (String column : GlobalPlan.p99(GlobalPlan.KINDS)) {
      assertTrue(table.number(last, column) < 1.3 * table.number(1, column), table.csv());
    }
  }

  @Test
  void realStoresGoOnReadingWhileIndexShardsAreDown() {
    GlobalPlan real = GlobalPlan.real(3, 100, 30, Duration.ofMillis(100));
    Table table = new Availability(real).measure().table();
    for (int row = 0; row < table.size(); row++) {
      assertEquals(100, table.number(row, "read_answered_percent"), 0, table.csv());
      assertEquals(100, table.number(row, "delete_answered_percent"), 0, table.csv());
      assertTrue(
          table.number(row, "down") < 6 || table.number(row, "create_done_percent") == 0,
          table.csv());
    }
  }

  @Test
  void realStoresCountTheirGarbage() {
    GlobalPlan real = GlobalPlan.real(3, 100, 30, PHASE);
    Table table = new Garbage(real, Duration.ofMillis(50)).measure().table();
    assertTrue(table.number(table.size() - 1, "garbage_per_valid") > 0, table.csv());
  }

  @Test
  void sameSeedGivesTheSameNumbers() {
    GlobalPlan brief = GlobalPlan.modelled(5, 500, 100, PHASE, ShardTimes.likeThePaper());
    assertEquals(
        Sweep.byAlternateKeys(brief, 2, List.of(2)).table().csv(),
        Sweep.byAlternateKeys(brief, 2, List.of(2)).table().csv());
  }
}
