package dev.tenure.campaigns.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void theLastLineCountsSeedsAndFailures() throws IOException, InterruptedException {
    assertEquals(0, run("--world", "pointers", "--seeds", "2", "--from", "19"));
    String[] lines = out.toString(UTF_8).split("\n", -1);
    String last = lines[lines.length - 2];
    assertTrue(last.matches("seeds=2 failures=0 perMinute=\\d+"), last);
  }

  @Test
  void aCampaignTellsHowFarItIs() throws IOException, InterruptedException {
    assertEquals(0, run("--world", "engine", "--seeds", "100"));
    String said = out.toString(UTF_8);
    assertTrue(said.contains("so far 100 seeds, 0 of them failed\n"), said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--sedes 3",
        "--seeds",
        "--seeds many",
        "--seeds 0",
        "--minutes -1",
        "--workers 0",
        "--world moon",
        "--schedule kind",
        "--trace a --seeds 2",
        "--trace /nowhere/trace",
        "--trace /",
        "--trace /proc/trace",
        "--schedule adversarial --world engine",
        "--seeds 1 --seeds 2"
      })
  void aCommandLineThatMakesNoSenseIsRefusedInOneSentence(String line)
      throws IOException, InterruptedException {
    assertEquals(2, run(line.split(" ", -1)));
    assertEquals("", out.toString(UTF_8));
    assertTrue(err.toString(UTF_8).matches("tenure sim: [^\n]+\\.\n"), err.toString(UTF_8));
  }

  @Test
  void helpListsTheOptions() throws IOException, InterruptedException {
    assertEquals(0, run("--help"));
    assertTrue(out.toString(UTF_8).contains("--minutes M"), out.toString(UTF_8));
  }

  private int run(String... arguments) throws IOException, InterruptedException {
    return SimulationCommand.run(
        arguments, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }
}
