package dev.tenure.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.measure.Percentiles;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How measurements become numbers, and numbers verdicts. */
final class JudgementTest {

  private static SystemResult rate(String shape, String system, double... rounds) {
    List<MeasuredValues> values =
        Arrays.stream(rounds)
            .mapToObj(value -> MeasuredValues.of("itemsPerSecond", value))
            .toList();
    return new SystemResult(shape, system, List.of(), values);
  }

  @Test
  void timesAreReportedAsMedian99thPercentileAndMostInMilliseconds() {
    Percentiles nanos = new Percentiles();
    for (int i = 200; i >= 1; i--) {
      nanos.add(i * 1_000_000L);
    }
    MeasuredValues values = new MeasuredValues(Map.of()).with("pickup", nanos);
    assertEquals(100, values.value("pickupMillisP50"));
    assertEquals(198, values.value("pickupMillisP99"));
    assertEquals(200, values.value("pickupMillisMax"));
  }

  @Test
  void medianOfRoundsIsTheMiddleOne() {
    assertEquals(3, rate("burn-down", "tenure", 9, 1, 3).median().value("itemsPerSecond"));
    assertEquals(2, rate("burn-down", "tenure", 1, 3).median().value("itemsPerSecond"));
  }

  @Test
  void aimIsJudgedByTheRatioOfMedians() {
    SystemResult tenure = rate("burn-down", "tenure", 900, 1_000, 1_100);
    List<Aim> met = Aim.judge(List.of(tenure, rate("burn-down", "db-scheduler", 100)));
    assertEquals(1, met.size());
    assertEquals(10, met.get(0).figure());
    assertTrue(met.get(0).met());
    List<Aim> missed = Aim.judge(List.of(tenure, rate("burn-down", "db-scheduler", 101)));
    assertFalse(missed.get(0).met());
    assertTrue(missed.get(0).line().endsWith("MISSED"), missed.get(0).line());
  }

  @Test
  void firstWarmUpIsJudgedAsCold() {
    List<MeasuredValues> warmed = List.of(MeasuredValues.of("itemsPerSecond", 1_000));
    SystemResult tenure = new SystemResult("burn-down", "tenure", List.of(400.0, 900.0), warmed);
    SystemResult peer = new SystemResult("burn-down", "db-scheduler", List.of(50.0), warmed);
    List<Aim> aims = Aim.judge(List.of(tenure, peer));
    assertEquals(List.of(1.0, 8.0, 0.4), aims.stream().map(Aim::figure).toList());
    assertEquals(List.of(false, true, false), aims.stream().map(Aim::met).toList());
  }

  @Test
  void quietTenantsMayTakeTwiceTheirTimeAloneOrEightMilliseconds() {
    Aim slow = flood(6, 12);
    assertEquals(12, slow.bound());
    assertTrue(slow.met());
    Aim fast = flood(2, 8.5);
    assertEquals(8, fast.bound());
    assertFalse(fast.met());
  }

  private static Aim flood(double unloaded, double flooded) {
    MeasuredValues values =
        MeasuredValues.of("unloadedMillisP99", unloaded).with("floodedMillisP99", flooded);
    return Aim.judge(List.of(new SystemResult("flood", "tenure", List.of(), List.of(values))))
        .get(0);
  }

  @Test
  void withoutThePeerThereIsNoAim() {
    assertTrue(Aim.judge(List.of(rate("burn-down", "tenure", 1))).isEmpty());
  }

  @Test
  void itemThatIsLostFailsItsMeasurement() throws Exception {
    ItemTimes times = new ItemTimes(2);
    times.due(0, 0);
    times.due(1, 0);
    times.started(0);
    times.completed();
    assertThrows(IllegalStateException.class, () -> times.await(Duration.ofMillis(1)));
    assertThrows(IllegalStateException.class, () -> times.fromDue(0, 2));
  }

  @Test
  void handlerThatStartsAgainIsCountedAndItsFirstStartKept() {
    ItemTimes times = new ItemTimes(1);
    times.due(0, System.nanoTime());
    times.started(0);
    long first = times.fromDue(0, 1).percentile(100);
    times.started(0);
    assertEquals(first, times.fromDue(0, 1).percentile(100));
    assertEquals(1, times.repeated());
  }

  @Test
  void arrivalsComeInOrderAtTheirAverageRate() {
    PoissonArrivals arrivals = PoissonArrivals.random(5, 10_000, 1_000, 1, 3);
    for (int i = arrivals.from() + 1; i < arrivals.to(); i++) {
      assertTrue(arrivals.dueNanos(i) >= arrivals.dueNanos(i - 1));
    }
    double seconds = (arrivals.dueNanos(10_004) - arrivals.dueNanos(5)) / 1e9;
    assertEquals(10, seconds, 0.5);
    assertEquals(1, arrivals.tenant(5));
    assertEquals(3, arrivals.tenant(7));
    assertEquals(1, arrivals.tenant(8));
  }
}
