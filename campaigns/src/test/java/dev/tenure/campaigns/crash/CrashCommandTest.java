package dev.tenure.campaigns.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrashCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  @TempDir private Path parent = Path.of("");

  /** The seeds replay what is done to the processes; when it hits them differs from run to run. */
  @Test
  void killedProcessesLoseNothingAcknowledgedAndShowNothingInPart() throws Exception {
    Path data = parent.resolve("data");
    long seed = Long.getLong("tenure.seed", 1);
    int code = run("--cycles", "6", "--from", Long.toString(seed), "--data", data.toString());
    String said = out.toString(UTF_8);
    assertEquals(0, code, said);
    String last = said.lines().reduce("", (before, line) -> line);
    assertTrue(last.matches("cycles=6 failures=0 acknowledged=\\d+ perMinute=\\d+"), last);
    assertFalse(last.contains("acknowledged=0 "), said);
    assertFalse(Files.exists(data));
  }

  /** As above. That a kill meets a move is part of the exit code. */
  @Test
  void killedMovesLoseNoOrderAndRunNoneTwice() throws Exception {
    long seed = Long.getLong("tenure.seed", 1);
    int code = run("--moves", "--cycles", "4", "--from", Long.toString(seed));
    String said = out.toString(UTF_8);
    assertEquals(0, code, said);
    assertTrue(said.contains("cycles=4 failures=0 acknowledged="), said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--cycels 3", "--cycles", "--cycles many", "--cycles 0", "--from 1.5", "--data"})
  void aCommandLineThatMakesNoSenseIsRefusedInOneSentence(String line) throws Exception {
    requireRefused(line.split(" ", -1));
  }

  @Test
  void aDirectoryThatHoldsSomethingIsRefusedAndLeftAlone() throws Exception {
    Path file = Files.writeString(parent.resolve("precious"), "mine");
    requireRefused("--data", parent.toString());
    assertTrue(Files.exists(file));
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsRefused() throws Exception {
    Path file = Files.writeString(parent.resolve("precious"), "mine");
    requireRefused("--data", file.toString());
    err.reset();
    requireRefused("--data", file.resolve("below").toString());
    assertEquals("mine", Files.readString(file));
  }

  @Test
  void helpListsTheOptions() throws Exception {
    assertEquals(0, run("--help"));
    assertTrue(out.toString(UTF_8).contains("--cycles N"), out.toString(UTF_8));
  }

  private void requireRefused(String... arguments) throws Exception {
    assertEquals(2, run(arguments));
    assertEquals("", out.toString(UTF_8));
    assertTrue(err.toString(UTF_8).matches("tenure crash: [^\n]+\\.\n"), err.toString(UTF_8));
  }

  private int run(String... arguments) throws IOException, InterruptedException {
    return CrashCommand.run(
        arguments, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }
}
