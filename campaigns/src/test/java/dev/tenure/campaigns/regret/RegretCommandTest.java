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
import org.junit.jupiter.params.provider.CsvSource;
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
   * Queries of which a plan once read twice as much as the best one, one or two of each cause: two
   * filters over one scan; all elements that cannot be; types that share an order, or a range of
   * it; where a substring lies; rows that come last in each group of an order; branches of an
   * {@code or} that are estimated for another part of their rows; an order that types share in a
   * union; columns of one element; ranks that a parameter makes impossible; a narrow range of an
   * index that types share; entries of a token that share a key; a branch that reads for rows that
   * others have given; a rank that few groups have; rows that pass whatever their rank; the chance
   * that there are fewer rows than wanted; a unique key that no record has; values that rounding
   * moves; a repeated column beside another one; a value of a list that suffices; negated elements
   * beside others; a frequent first value of an index; the first rank in a list; and a rank that
   * greater groups than the average have.
   */
  @ParameterizedTest
  @CsvSource({
    "430447, 5",
    "430290, 9",
    "430983, 1",
    "430914, 8",
    "430500, 8",
    "213011, 6",
    "440712, 10",
    "440628, 7",
    "440597, 8",
    "440888, 9",
    "440261, 9",
    "440544, 8",
    "213011, 9",
    "440357, 9",
    "431028, 6",
    "440760, 7",
    "440805, 1",
    "460391, 7",
    "450186, 5",
    "500250, 9",
    "500475, 10",
    "600853, 9",
    "601018, 4",
    "600717, 1",
    "601132, 4",
    "601205, 6",
    "601350, 5",
    "700345, 11",
    "701208, 9",
    "800349, 11",
    "801012, 7",
    "800530, 6",
    "801642, 5"
  })
  void plansOfQueriesWithAFindAreNearTheBest(int seed, int query) {
    measure(seed, query, 60);
    String worst = said().replaceAll("(?s).*regret: .* worst=([0-9.]+) .*", "$1");
    assertTrue(Double.parseDouble(worst) < 2, this::said);
  }

  @Test
  void queryWhoseSearchOnceTookTooManyStepsIsPlanned() {
    measure(441240, 10, 1);
  }

  private void measure(int seed, int query, int plans) {
    String line =
        String.format(
            "--triples 1 --from %d --query %d --plans %d --placements 1 --worst 0",
            seed, query, plans);
    assertEquals(0, run(line.split(" ", -1)), this::said);
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
        "--query 13",
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
