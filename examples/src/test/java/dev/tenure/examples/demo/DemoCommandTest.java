package dev.tenure.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo as its user meets it: in this process, on real embedded clusters. */
final class DemoCommandTest {
  @TempDir private Path directory;

  private record Ran(int exitCode, String errors) {
    void assertOneSentence(int code, String part) {
      assertEquals(code, exitCode, errors);
      assertTrue(errors.contains(part), errors);
      assertFalse(errors.contains("\tat "), errors);
    }
  }

  private static Ran run(String... arguments) {
    PrintStream before = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      int code = DemoCommand.execute(arguments);
      return new Ran(code, errors.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(before);
    }
  }

  private String data() {
    return directory.resolve("data").toString();
  }

  private Ran small(String... more) {
    String[] common = {
      "--tenants",
      "5",
      "--items",
      "40",
      "--aborted",
      "0.5",
      "--port",
      "0",
      "--exit",
      "--data",
      data()
    };
    String[] all = java.util.Arrays.copyOf(common, common.length + more.length);
    System.arraycopy(more, 0, all, common.length, more.length);
    return run(all);
  }

  /** On a terminal {@code ./tenure} tells its width by a system property. */
  @Test
  void runsWithThePropertyThatTheScriptSets() throws IOException {
    String script = Files.readString(Path.of(System.getProperty("tenure.root", ".."), "tenure"));
    Matcher width = Pattern.compile("width=\\(\"-D([\\w.]+)=").matcher(script);
    assertTrue(width.find(), "no width of the terminal in ./tenure");
    System.setProperty(width.group(1), "40");
    try {
      Ran ran = small();
      assertEquals(0, ran.exitCode(), ran.errors());
    } finally {
      System.clearProperty(width.group(1));
    }
  }

  @Test
  void runsVerifiesAndReportsAndCanBeRunAgain() throws IOException {
    Path report = directory.resolve("report.json");
    Ran first = small("--report", report.toString());
    assertEquals(0, first.exitCode(), first.errors());
    JsonNode json = JsonMapper.shared().readTree(Files.readString(report));
    assertTrue(json.get("passed").asBoolean());
    assertEquals(5, json.get("tenants").asInt());
    assertEquals(40, json.get("notesSaved").asInt());
    assertEquals(40, json.get("itemsEnqueued").asInt());
    assertEquals(40, json.get("itemsCompleted").asInt());
    assertEquals(0, json.get("abortedLeftovers").asInt());
    assertEquals(0, json.get("pointersLeft").asInt());
    assertEquals(0, json.get("zonesLeft").asInt());
    assertEquals(json.get("wordsExpected").asLong(), json.get("wordsCounted").asLong());

    Ran again = small();
    assertEquals(0, again.exitCode(), again.errors());

    run("--tenants", "6", "--items", "40", "--port", "0", "--exit", "--data", data())
        .assertOneSentence(2, "holds another run");
  }

  @Test
  void wrongFlagsNameTheValueAndTheLimit() {
    run("--tenants", "0").assertOneSentence(2, "--tenants is 0, it must be 1 to 1000000");
    run("--tenants", "many").assertOneSentence(2, "many");
    run("--items", "-5").assertOneSentence(2, "--items is -5");
    run("--aborted", "1.5").assertOneSentence(2, "--aborted is 1.5, it must be 0 to 1");
    run("--port", "70000").assertOneSentence(2, "--port is 70000, it must be 0 to 65535");
    run("--crash-after", "soon").assertOneSentence(2, "'soon' is not a duration");
    run("--crash-after", "99999999999999999999s").assertOneSentence(2, "is not a duration");
    run("--nonsense").assertOneSentence(2, "--nonsense");
    run("--data", "").assertOneSentence(2, "--data is empty");
    run("--report", " ").assertOneSentence(2, "--report is empty");
  }

  @Test
  void busyPortIsOneSentence() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(busy.getLocalPort());
      run("--port", port, "--exit", "--data", data()).assertOneSentence(1, port);
      assertFalse(Files.exists(Path.of(data())), "a data directory was left behind");
    }
  }

  @Test
  void reportThatCannotBeWrittenIsRefusedBeforeTheRun() {
    String nowhere = directory.resolve("nowhere/report.json").toString();
    small("--report", nowhere).assertOneSentence(2, "--report is " + nowhere);
    small("--report", directory.toString()).assertOneSentence(2, "--report is " + directory);
    assertFalse(Files.exists(Path.of(data())), "a data directory was left behind");
  }

  @Test
  void reportThatCanBeWrittenIsLeftAloneBeforeTheRun() throws IOException {
    Path report = Files.writeString(directory.resolve("report.json"), "of the run before");
    Report.requireWritable(report);
    assertEquals("of the run before", Files.readString(report));
    Path absent = directory.resolve("new.json");
    Report.requireWritable(absent);
    assertFalse(Files.exists(absent));
  }

  @Test
  void usageNamesTheCommandAsItIsCalled() {
    assertTrue(
        new CommandLine(new DemoCommand()).getUsageMessage().startsWith("Usage: ./tenure demo "));
  }

  @Test
  void directoryOfSomethingElseIsRefused() throws IOException {
    Files.createDirectories(Path.of(data()));
    Files.writeString(Path.of(data(), "letters.txt"), "dear");
    small().assertOneSentence(2, "is not empty and holds no run of the demo");
  }

  @Test
  void fileInPlaceOfADirectoryIsRefused() throws IOException {
    Files.writeString(Path.of(data()), "dear");
    small().assertOneSentence(2, "cannot be used: it is a file, a directory is expected");
  }

  @Test
  void damagedDirectoryIsRefused() throws IOException {
    assertEquals(0, small().exitCode());
    Files.writeString(Path.of(data(), "cluster-a", "format"), "garbage");
    small().assertOneSentence(1, "cluster-a");
  }
}
