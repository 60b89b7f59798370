package dev.tenure.campaigns.differential;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompareCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void theLastLineCountsSeedsAndFailures() throws IOException {
    assertEquals(0, run("--seeds", "2", "--from", "19"));
    String text = out.toString(UTF_8);
    assertTrue(text.matches("seeds=2 failures=0 perMinute=\\d+\n"), text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--sedes 3",
        "--seeds",
        "--seeds many",
        "--seeds 0",
        "--cluster",
        "--cluster nowhere/fdb.cluster"
      })
  void aCommandLineThatMakesNoSenseIsRefusedInOneSentence(String line) throws IOException {
    assertEquals(2, run(line.split(" ", -1)));
    assertEquals("", out.toString(UTF_8));
    assertTrue(err.toString(UTF_8).matches("tenure compare: [^\n]+\\.\n"), err.toString(UTF_8));
  }

  @Test
  void helpListsTheOptions() throws IOException {
    assertEquals(0, run("--help"));
    assertTrue(out.toString(UTF_8).contains("--cluster FILE"), out.toString(UTF_8));
  }

  private int run(String... arguments) throws IOException {
    return CompareCommand.run(
        arguments, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }
}
