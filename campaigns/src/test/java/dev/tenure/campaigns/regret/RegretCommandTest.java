package dev.tenure.campaigns.regret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.commandline.HelpText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegretCommandTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void aSeedRepeatsItsNumbers() {
    String[] line = {
      "--triples",
      "5",
      "--from",
      "7",
      "--records",
      "40",
      "--plans",
      "10",
      "--placements",
      "2",
      "--all"
    };
    assertEquals(0, run(line), this::said);
    String first = said();
    assertTrue(first.contains("triples=5 "), first);
    assertTrue(
        first.matches("(?s).*regret: median=[0-9.]+ p99=[0-9.]+ worst=[0-9.]+ worstSeed=.*"),
        first);
    assertTrue(first.matches("(?s).*expected: median=1.00 p99=[0-9.]+ worst=.*"), first);
    assertTrue(first.matches("(?s).*excess: mean=[0-9.]+ worst=[0-9]+ worstSeed=.*"), first);
    out.reset();
    assertEquals(0, run(line));
    assertEquals(first, said());
  }

  /**
   * Stores in which a plan once read twice as much as the best one: two filters over one scan, all
   * elements that cannot be, types that share an order, where a substring lies; or whose search
   * took too many steps.
   */
  @ParameterizedTest
  @ValueSource(ints = {430447, 430290, 430983, 430914, 430500, 440712, 441240})
  void plansOfStoresWithAFindAreNearTheBest(int seed) {
    assertEquals(0, run("--triples", "10", "--from", "" + seed, "--worst", "0"), this::said);
    String worst = said().replaceAll("(?s).*regret: .* worst=([0-9.]+) .*", "$1");
    assertTrue(Double.parseDouble(worst) < 2, this::said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--triple 3",
        "--triples",
        "--triples many",
        "--triples 0",
        "--records 0",
        "--plans -1",
        "--placements 0",
        "--minutes 0",
        "--worst -1",
        "--from x"
      })
  void aCommandLineThatMakesNoSenseIsRefusedInOneSentence(String line) {
    assertEquals(2, run(line.split(" ", -1)));
    assertEquals("", said());
    assertTrue(err.toString(UTF_8).matches("tenure regret: [^\n]+\\.\n"), err.toString(UTF_8));
  }

  @Test
  void helpWithoutABuildIsWhatTheCommandKnows() throws IOException {
    HelpText.check(ROOT, "regret", RegretArguments.USAGE);
  }

  private String said() {
    return out.toString(UTF_8);
  }

  private int run(String... arguments) {
    return RegretCommand.run(
        arguments, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }
}
