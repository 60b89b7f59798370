package dev.tenure.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.commandline.OutputPlace;
import dev.tenure.bench.measure.Clients;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchCommandTest {

  private record Ran(int exitCode, String errors) {}

  private static Ran run(String... arguments) {
    StringWriter errors = new StringWriter();
    int code = BenchCommand.commandLine().setErr(new PrintWriter(errors, true)).execute(arguments);
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
    for (String bench : List.of("life", "paper", "global", "peers")) {
      Ran ran = run(bench, "--report", "/nowhere/report.json");
      assertEquals(2, ran.exitCode());
      assertTrue(ran.errors().contains("--report /nowhere/report.json cannot"), ran.errors());
    }
  }

  @Test
  void directoryThatCannotBeWrittenIsRefusedBeforeTheMeasurements(@TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "mine");
    assertRefused("--out " + file, "paper", "--out", file.toString());
    assertRefused("--out " + file, "paper", "--out", file.resolve("below/it").toString());
    assertRefused("--data " + file, "peers", "--data", file.toString());
    Files.writeString(directory.resolve("data"), "mine");
    assertRefused("--out " + directory, "paper", "--out", directory.toString());
    assertEquals("mine", Files.readString(file));
  }

  @Test
  void emptyPlacesAreRefused() {
    assertRefused("--report is empty", "life", "--report", "");
    assertRefused("--out is empty", "paper", "--out", " ");
    assertRefused("--figures names \"\"", "paper", "--figures", "");
  }

  @Test
  void fileOfSomethingElseIsOneSentence(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("letter"), "dear");
    Ran ran = run("text", "--data", file.toString());
    assertEquals("tenure bench: " + file + " line 1 has no field text", ran.errors().strip());
  }

  private static void assertRefused(String named, String... arguments) {
    Ran ran = run(arguments);
    assertEquals(2, ran.exitCode());
    assertTrue(ran.errors().contains(named), ran.errors());
    assertFalse(ran.errors().contains("\tat "), ran.errors());
  }

  @Test
  void placesThatCanBeWrittenAreLeftAloneBeforeTheMeasurements(@TempDir Path directory)
      throws IOException {
    Path report = Files.writeString(directory.resolve("report.json"), "of the run before");
    OutputPlace.requireFile("--report", report, null);
    assertEquals("of the run before", Files.readString(report));
    Path absent = directory.resolve("new.json");
    OutputPlace.requireFile("--report", absent, null);
    OutputPlace.requireDirectory("--out", directory.resolve("plots/here"), null);
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(report), files.toList());
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
    assertEquals(2, run("global", "--figures", "3").exitCode());
    assertEquals(2, run("global", "--shards", "1,0").exitCode());
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
