package dev.tenure.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.BenchCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The options and the report of {@code ./tenure bench peers}. */
final class PeersBenchTest {

  private record Ran(int exitCode, String errors) {}

  private static Ran run(String... arguments) {
    StringWriter errors = new StringWriter();
    int code =
        new CommandLine(new BenchCommand())
            .setErr(new PrintWriter(errors, true))
            .execute(arguments);
    return new Ran(code, errors.toString());
  }

  private static void assertRefused(String named, String... options) {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "peers";
    System.arraycopy(options, 0, arguments, 1, options.length);
    Ran ran = run(arguments);
    assertEquals(2, ran.exitCode(), ran.errors());
    assertTrue(ran.errors().contains(named), ran.errors());
  }

  @Test
  void whatCannotBeMeasuredIsRefusedByName() {
    assertRefused("--items is 99, it must be 100 to 10000000", "--items", "99");
    assertRefused("--payload-bytes is 99, it must be 100 to 1000000", "--payload-bytes", "99");
    assertRefused("--seconds is 0, it must be 1 to 600", "--seconds", "0");
    assertRefused("--seconds is 601", "--seconds", "601");
    assertRefused("--rounds is 0, it must be 1 to 99", "--rounds", "0");
    assertRefused("--warm-ups is 0, it must be 1 to 99", "--warm-ups", "0");
    assertRefused("--warm-ups is 100, it must be 1 to 99", "--warm-ups", "100");
    assertRefused("\"nonsense\"", "--shapes", "burn-down,nonsense");
    assertRefused("\"nonsense\"", "--systems", "tenure,nonsense");
    assertRefused("--report", "--report", "no/such/directory/report.json");
    assertRefused("--data", "--data", "no/such/directory");
  }

  @Test
  void reportHasEveryWarmUpRoundMedianSkippedSystemAndAim(@TempDir Path directory)
      throws Exception {
    Path report = directory.resolve("report.json");
    Ran ran =
        run(
            "peers",
            "--shapes=burn-down",
            "--systems=tenure",
            "--items=100",
            "--seconds=1",
            "--rounds=2",
            "--warm-ups=2",
            "--data=" + directory,
            "--report=" + report);
    assertEquals(0, ran.exitCode(), ran.errors());
    JsonNode json = new JsonMapper().readTree(Files.readString(report));
    JsonNode result = json.get("results").get(0);
    assertEquals("tenure", result.get("system").asString());
    assertEquals(2, result.get("rounds").size());
    assertEquals(2, result.get("warmUps").asInt());
    assertEquals(2, result.get("warmUpFigures").size());
    assertTrue(result.get("warmUpFigures").get(1).asDouble() > 0);
    assertTrue(result.get("median").get("itemsPerSecond").asDouble() > 0);
    assertTrue(json.get("machine").get("syncsPerSecond").asDouble() > 0);
    assertTrue(json.get("skipped").isEmpty());
    assertEquals(1, json.get("aims").size());
    assertEquals("burn-down cold, by warmed", json.get("aims").get(0).get("what").asString());
    try (var left = Files.list(directory)) {
      assertEquals(List.of(report), left.toList());
    }
  }

  @Test
  void systemsThatCannotRunAreNamed() throws Exception {
    Scale scale = Scale.of(100, Duration.ofSeconds(1), 1, 1);
    var report =
        new PeersReport(
            scale, Map.of("cores", 2), Map.of(), Map.of("db-scheduler", "no setpriv"), List.of());
    var bytes = new ByteArrayOutputStream();
    report.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    String printed = bytes.toString(StandardCharsets.UTF_8);
    assertTrue(printed.contains("SKIPPED db-scheduler: no setpriv"), printed);
    assertFalse(printed.contains("NOTHING WAS ON DISK"), printed);
  }
}
