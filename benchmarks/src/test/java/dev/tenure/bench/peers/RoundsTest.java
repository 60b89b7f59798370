package dev.tenure.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.bench.peers.system.SystemUnderTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How often systems are run, and which of their runs count. */
final class RoundsTest {
  private static final int ROUNDS = 2;
  private static final WarmUp RATE = WarmUp.untilSteady("itemsPerSecond");
  private static final WarmUp TIME = new WarmUp("pickupMillisP99", false, 99);

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  /** A system that is as fast as told: the figure of each of its runs, in order. */
  private static final class Told implements SystemUnderTest {
    private final String name;
    private final double[] figures;
    private int runs;

    Told(String name, double... figures) {
      this.name = name;
      this.figures = figures;
    }

    /** After the last figure it stays as fast as that. */
    double run() {
      return figures[Math.min(runs++, figures.length - 1)];
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Map<String, String> settings() {
      return Map.of();
    }

    @Override
    public PeerFixture open(int tenants) {
      throw new UnsupportedOperationException("the figure is told, not measured");
    }

    @Override
    public void close() {}
  }

  private record Telling(WarmUp warmUp, List<String> order) implements Shape {
    @Override
    public MeasuredValues measure(SystemUnderTest system, Scale scale) {
      order.add(system.name());
      return MeasuredValues.of(warmUp.figure(), ((Told) system).run());
    }
  }

  private List<SystemResult> measure(WarmUp warmUp, int allowed, Told... systems) throws Exception {
    return measure(new Telling(warmUp, new ArrayList<>()), allowed, systems);
  }

  private List<SystemResult> measure(Telling shape, int allowed, Told... systems) throws Exception {
    Scale scale = Scale.of(100, Duration.ofSeconds(1), ROUNDS, allowed);
    PrintStream out = new PrintStream(progress, true, StandardCharsets.UTF_8);
    return new Rounds(List.of(systems), scale, out).measure("told", shape);
  }

  private List<Double> warmUps(WarmUp warmUp, int allowed, double... figures) throws Exception {
    return measure(warmUp, allowed, new Told("one", figures)).get(0).warmUps();
  }

  @Test
  void warmUpEndsWhenTwoRunsInARowAreNoBetterThanTheBestBefore() throws Exception {
    List<Double> rising = warmUps(RATE, 8, 7_030, 9_777, 11_750, 12_151, 12_002, 15_000);
    assertEquals(List.of(7_030.0, 9_777.0, 11_750.0, 12_151.0, 12_002.0), rising);
    List<Double> falling = warmUps(TIME, 8, 73, 24, 15.5, 15, 15.2, 1);
    assertEquals(List.of(73.0, 24.0, 15.5, 15.0, 15.2), falling);
    assertEquals(List.of(100.0, 90.0, 95.0), warmUps(RATE, 8, 100, 90, 95, 200));
    assertEquals(List.of(10.0, 12.0, 11.0), warmUps(TIME, 8, 10, 12, 11, 1));
  }

  @Test
  void oneDisturbedRunDoesNotEndTheWarmUp() throws Exception {
    assertEquals(7, warmUps(RATE, 9, 100, 90, 200, 50, 220, 221, 222, 400).size());
    assertEquals(5, warmUps(TIME, 8, 20, 40, 10, 11, 12, 1).size());
  }

  @Test
  void improvementOfFivePercentIsNone() throws Exception {
    assertEquals(3, warmUps(RATE, 8, 1_000, 1_050, 1_050, 2_000).size());
    assertEquals(4, warmUps(RATE, 8, 1_000, 1_051, 1_051, 1_051, 2_000).size());
    assertEquals(3, warmUps(TIME, 8, 1_000, 950, 950, 10).size());
    assertEquals(4, warmUps(TIME, 8, 1_000, 949, 949, 949, 10).size());
  }

  @Test
  void warmUpTakesAtMostTheRunsThatAreAllowed() throws Exception {
    assertEquals(1, warmUps(RATE, 1, 1, 2, 4, 8, 16).size());
    assertEquals(4, warmUps(RATE, 4, 1, 2, 4, 8, 16).size());
  }

  @Test
  void shapeTakesFewerWarmUpsThanAllowedWhereItSaysSo() throws Exception {
    WarmUp once = new WarmUp("pickupMillisP50", false, 1);
    assertEquals(1, warmUps(once, 8, 16, 8, 4, 2).size());
    assertEquals(1, Objects.requireNonNull(Shapes.all().get(Shapes.IDLE)).warmUp().runsMax());
  }

  @Test
  void eachSystemWarmsUpForItselfAndThenAllAreMeasuredInTurns() throws Exception {
    Telling shape = new Telling(RATE, new ArrayList<>());
    List<SystemResult> results =
        measure(shape, 8, new Told("slow", 1, 4, 4, 4, 5, 6), new Told("fast", 9, 9, 9, 7, 8));
    assertEquals(
        List.of("slow", "slow", "slow", "slow", "fast", "fast", "fast"),
        shape.order().subList(0, 7));
    assertEquals(List.of("slow", "fast", "fast", "slow"), shape.order().subList(7, 11));
    assertEquals(List.of(1.0, 4.0, 4.0, 4.0), results.get(0).warmUps());
    assertEquals(List.of(9.0, 9.0, 9.0), results.get(1).warmUps());
    assertEquals(5.5, results.get(0).median().value("itemsPerSecond"));
    assertEquals(7.5, results.get(1).median().value("itemsPerSecond"));
  }

  @Test
  void figureOfEachWarmUpIsPrinted() throws Exception {
    List<Double> ran = warmUps(RATE, 8, 7_030, 7_040, 9_777, 1, 1);
    String printed = progress.toString(StandardCharsets.UTF_8);
    assertEquals(5, ran.size());
    assertTrue(printed.contains("told, warm-up 1, one itemsPerSecond 7,030.00"), printed);
    assertTrue(printed.contains("told, warm-up 3, one itemsPerSecond 9,777.00"), printed);
  }
}
