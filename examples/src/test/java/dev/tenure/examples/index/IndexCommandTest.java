package dev.tenure.examples.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.build.BuildProgress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The index commands as a shell meets them, on an embedded cluster on disk. */
final class IndexCommandTest {
  @TempDir private Path directory;

  private record Ran(int exitCode, String out, String errors) {}

  private Ran run(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of("--cluster", "embedded:" + directory.resolve("data")));
    arguments.addAll(List.of("--store", "demo/7/people", "--metadata-store", "demo/metadata"));
    arguments.addAll(List.of(more));
    return execute(arguments.toArray(new String[0]));
  }

  private static Ran execute(String... arguments) {
    PrintStream outBefore = System.out;
    PrintStream errorsBefore = System.err;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      int code = IndexCommand.execute(arguments);
      return new Ran(
          code, out.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(outBefore);
      System.setErr(errorsBefore);
    }
  }

  private static void assertSays(Ran ran, int code, String part) {
    assertEquals(code, ran.exitCode(), ran.out() + ran.errors());
    assertTrue((ran.out() + ran.errors()).contains(part), ran.out() + ran.errors());
    assertFalse(ran.errors().contains("\tat "), ran.errors());
  }

  @Test
  void indexesOfAStoreAreBuilt() {
    assertSays(run("demo-store", "--records", "1500"), 0, "has 1,500 people");
    assertSays(run("status"), 0, "by-name is DISABLED");
    Ran built = run("build", "--index", "by-name,people-by-city");
    assertSays(built, 0, "by-name is READABLE");
    assertSays(built, 0, "100 %  1,500 of about 1,500 records");
    assertSays(built, 0, "1,500 records scanned in ");
    assertSays(run("status"), 0, "people-by-city is READABLE");
    assertSays(run("status"), 0, "by-email is DISABLED");
    assertSays(run("build", "--index", "by-email", "--from", "by-name"), 0, "by-email is READABLE");
    assertSays(run("build", "--index", "by-email"), 0, "0 records scanned");
  }

  @Test
  void statisticsAreTakenKeptAndShown() {
    assertSays(run("demo-store", "--records", "300"), 0, "has 300 people");
    assertSays(run("statistics", "--show"), 0, "no statistics are kept");
    assertSays(run("statistics"), 0, "300 records of ");
    assertSays(run("statistics", "--show"), 0, "% empty");
    assertSays(run("statistics", "--records", "0"), 2, "--records is 0, expected 1 to 100000");
  }

  @Test
  void numbersAndPositionsOutOfTheirLimitsAreRefused() {
    assertSays(run("demo-store", "--records", "0"), 2, "--records is 0, it must be 1 to 100000000");
    assertSays(run("demo-store", "--records", "many"), 2, "many");
    assertSays(run("demo-store", "--records", "10"), 0, "has 10 people");
    assertSays(run("scrub", "--index", "by-name", "--from", "0g"), 2, "--from is \"0g\"");
  }

  @Test
  void indexIsLookedThrough() {
    assertSays(run("demo-store", "--records", "300"), 0, "has 300 people");
    assertSays(run("scrub", "--index", "by-name"), 1, "by-name");
    assertSays(run("build", "--index", "by-name"), 0, "by-name is READABLE");
    Ran looked = run("scrub", "--index", "by-name", "--rate", "100000");
    assertSays(looked, 0, "300 records and 300 rows looked at in ");
    assertSays(looked, 0, " 0 faults, 0 repaired");
    assertSays(run("scrub", "--index", "people", "--repair"), 0, " 0 faults");
    assertSays(run("scrub", "--index", "people", "--group-limit", "99"), 1, "not verified");
    Ran stopped = run("scrub", "--index", "by-name", "--limit", "PT0.000001S");
    assertSays(stopped, 1, "continue with --from ");
    String position = stopped.out().substring(stopped.out().indexOf("--from ") + 7).strip();
    assertSays(run("scrub", "--index", "by-name", "--from", position), 0, " 0 faults");
  }

  @Test
  void buildThatWasStoppedIsGoneOnWith() {
    assertSays(run("demo-store", "--records", "800"), 0, "has 800 people");
    Ran stopped = run("build", "--index", "by-name", "--limit", "PT0S");
    assertSays(stopped, 1, "by-name is WRITE_ONLY: run the command again to continue");
    assertSays(run("status"), 0, "by-name is WRITE_ONLY");
    assertSays(run("build", "--index", "by-name", "--rate", "100000"), 0, "by-name is READABLE");
  }

  @Test
  void whatAUserCanCauseIsOneSentence() {
    assertSays(run("status"), 2, "there is no cluster in that directory");
    assertSays(run("demo-store", "--records", "5"), 0, "has 5 people");
    assertSays(run("build", "--index", "by-nobody"), 2, "no index by-nobody");
    assertSays(
        execute("status", "--cluster", "nowhere", "--store", "a", "--metadata-store", "b"),
        2,
        "is none of embedded:<directory>");
    assertSays(
        execute("status", "--cluster", "memory:a", "--store", "a//b", "--metadata-store", "b"),
        2,
        "is no path");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "scrub --index x --rate -1 | --rate is -1.0",
        "scrub --index x --rate NaN | --rate is NaN",
        "scrub --index x --pause PT-1S | --pause is PT-1S, expected zero to PT1H",
        "scrub --index x --pause 5 | '5' is not a duration such as 500ms",
        "scrub --index x --limit PT-1S | --limit is PT-1S, it must be PT0S or more",
        "scrub --index x --group-limit 0 | --group-limit is 0, it must be 1 or more",
        "scrub --index x --from zz | --from is \"zz\"",
        "build --index x --limit PT-1S | --limit is PT-1S",
        "build --index x --rate -5 | --rate is -5.0",
        "build --index x | there is no cluster in that directory",
        "statistics | there is no cluster in that directory",
        "statistics --show --records 5 | --records has no effect with --show",
        "demo-store --records 99999999999 | 99999999999",
      })
  void badCommandLinesMakeNoCluster(String arguments, String part) {
    String[] words = arguments.split(" ", -1);
    assertSays(run(words[0], Arrays.copyOfRange(words, 1, words.length)), 2, part);
    assertFalse(Files.exists(directory.resolve("data")), "a cluster was left behind");
  }

  @ParameterizedTest
  @CsvSource({"a, a", "a, a/b", "a/b, a"})
  void metaDataInsideOfTheStoreOrAroundItAreRefused(String store, String metaData) {
    String cluster = "embedded:" + directory.resolve("data");
    assertSays(
        execute("demo-store", "--cluster", cluster, "--store", store, "--metadata-store", metaData),
        2,
        "one holds the other");
    assertFalse(Files.exists(directory.resolve("data")), "a cluster was left behind");
  }

  @Test
  void clusterInMemoryIsRefusedSinceItIsEmpty() {
    assertSays(
        execute("status", "--cluster", "memory:a", "--store", "a", "--metadata-store", "b"),
        2,
        "--cluster is memory:a, which is empty");
  }

  @Test
  void directoryThatCannotBeWrittenIsOneSentence() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "mine");
    for (String place : List.of(file.toString(), file.resolve("below").toString())) {
      List<String> arguments = List.of("--store", "a", "--metadata-store", "b");
      List<String> all = new ArrayList<>(List.of("demo-store", "--cluster", "embedded:" + place));
      all.addAll(arguments);
      assertSays(execute(all.toArray(new String[0])), 1, file.toString());
    }
    assertEquals("mine", Files.readString(file));
  }

  @Test
  void progressIsALine() {
    assertEquals(
        " 25 %  2,500 of about 10,000 records, 100 a second, 1 min 15 s left",
        BuildLines.line(new BuildProgress(2_500, OptionalLong.of(10_000), 100)));
    assertEquals("7 records", BuildLines.line(new BuildProgress(7, OptionalLong.empty(), 0)));
  }
}
