package dev.tenure.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How measurements become numbers, and numbers verdicts. */
final class JudgementTest {

  private static Result rate(String shape, String contestant, double... rounds) {
    List<Reading> readings =
        Arrays.stream(rounds).mapToObj(value -> Reading.of("itemsPerSecond", value)).toList();
    return new Result(shape, contestant, List.of(), readings);
  }

  @Test
  void percentileIsTheLeastTimeThatTheShareDidNotExceed() {
    long[] nanos = new long[200];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = (200 - i) * 1_000_000L;
    }
    Latencies latencies = Latencies.of(nanos);
    assertEquals(100, latencies.millis(0.5));
    assertEquals(198, latencies.millis(0.99));
    assertEquals(200, latencies.millis(1));
  }

  @Test
  void medianOfRoundsIsTheMiddleOne() {
    assertEquals(3, rate("burn-down", "tenure", 9, 1, 3).median().value("itemsPerSecond"));
    assertEquals(2, rate("burn-down", "tenure", 1, 3).median().value("itemsPerSecond"));
  }

  @Test
  void aimIsJudgedByTheRatioOfMedians() {
    Result tenure = rate("burn-down", "tenure", 400, 500, 600);
    List<Aim> met = Aim.judge(List.of(tenure, rate("burn-down", "db-scheduler", 100)));
    assertEquals(1, met.size());
    assertEquals(5, met.get(0).figure());
    assertTrue(met.get(0).met());
    List<Aim> missed = Aim.judge(List.of(tenure, rate("burn-down", "db-scheduler", 101)));
    assertFalse(missed.get(0).met());
    assertTrue(missed.get(0).line().endsWith("MISSED"), missed.get(0).line());
  }

  @Test
  void quietTenantsMayTakeTwiceTheirTimeAloneOrTenMilliseconds() {
    Aim slow = flood(6, 12);
    assertEquals(12, slow.bound());
    assertTrue(slow.met());
    Aim fast = flood(2, 10.5);
    assertEquals(10, fast.bound());
    assertFalse(fast.met());
  }

  private static Aim flood(double unloaded, double flooded) {
    Reading reading = Reading.of("unloadedMillisP99", unloaded).with("floodedMillisP99", flooded);
    return Aim.judge(List.of(new Result("flood", "tenure", List.of(), List.of(reading)))).get(0);
  }

  @Test
  void withoutThePeerThereIsNoAim() {
    assertTrue(Aim.judge(List.of(rate("burn-down", "tenure", 1))).isEmpty());
  }

  @Test
  void itemThatIsLostFailsItsMeasurement() throws Exception {
    Ledger ledger = new Ledger(2);
    ledger.due(0, 0);
    ledger.due(1, 0);
    ledger.started(0);
    ledger.completed();
    assertThrows(IllegalStateException.class, () -> ledger.await(Duration.ofMillis(1)));
    assertThrows(IllegalStateException.class, () -> ledger.fromDue(0, 2));
  }

  @Test
  void handlerThatStartsAgainIsCountedAndItsFirstStartKept() {
    Ledger ledger = new Ledger(1);
    ledger.due(0, System.nanoTime());
    ledger.started(0);
    double first = ledger.fromDue(0, 1).millis(1);
    ledger.started(0);
    assertEquals(first, ledger.fromDue(0, 1).millis(1));
    assertEquals(1, ledger.repeated());
  }

  @Test
  void arrivalsComeInOrderAtTheirAverageRate() {
    Arrivals arrivals = Arrivals.random(5, 10_000, 1_000, 1, 3);
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
