package dev.tenure.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.measure.Clients;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class BenchCommandTest {

  private record Ran(int exitCode, String errors) {}

  private static Ran run(String... arguments) {
    StringWriter errors = new StringWriter();
    int code =
        new CommandLine(new BenchCommand())
            .setErr(new PrintWriter(errors, true))
            .execute(arguments);
    return new Ran(code, errors.toString());
  }

  @Test
  void withoutAMeasurementItNamesThem() {
    Ran ran = run();
    assertEquals(2, ran.exitCode());
    assertTrue(ran.errors().contains("engine"), ran.errors());
  }

  @Test
  void unknownMeasurementIsRefused() {
    assertEquals(2, run("nonsense").exitCode());
  }

  @Test
  void timeOutOfItsLimitsIsRefused() {
    assertEquals(2, run("engine", "--seconds", "0").exitCode());
    assertEquals(2, run("engine", "--seconds", "601").exitCode());
  }

  @Test
  void reportThatCannotBeWrittenIsRefusedBeforeTheMeasurements() {
    for (String bench : List.of("life", "paper", "peers")) {
      Ran ran = run(bench, "--report", "/nowhere/report.json");
      assertEquals(2, ran.exitCode());
      assertTrue(ran.errors().contains("--report /nowhere/report.json cannot"), ran.errors());
    }
  }

  @Test
  void unknownPartIsRefused() {
    Ran ran = run("engine", "--only", "commits,nonsense");
    assertEquals(2, ran.exitCode());
    assertTrue(ran.errors().contains("nonsense"), ran.errors());
    assertEquals(2, run("records", "--only", "commits").exitCode());
    assertEquals(2, run("records", "--seconds", "0").exitCode());
  }

  @Test
  void figuresOutOfTheirLimitsAreRefused() {
    Ran ran = run("paper", "--figures", "3");
    assertEquals(2, ran.exitCode());
    assertTrue(ran.errors().contains("3"), ran.errors());
    assertEquals(2, run("paper", "--tenants", "0").exitCode());
    assertEquals(2, run("paper", "--fractions", "1.5").exitCode());
    assertEquals(2, run("scale", "--only", "nonsense").exitCode());
  }

  @Test
  void everyClientTakesItsTurnsInOrder() {
    AtomicLong outOfOrder = new AtomicLong();
    long[] next = new long[3];
    try (Clients clients = new Clients(3)) {
      for (int i = 0; i < 2; i++) {
        double rate =
            clients.perSecond(
                Duration.ofMillis(200),
                (client, turn) -> {
                  if (turn != next[client]++) {
                    outOfOrder.incrementAndGet();
                  }
                });
        assertTrue(rate > 0);
      }
    }
    assertEquals(0, outOfOrder.get());
  }
}
