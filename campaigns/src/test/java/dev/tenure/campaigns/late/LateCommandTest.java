package dev.tenure.campaigns.late;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LateCommandTest {
  private static final Path MODULE = Path.of("").toAbsolutePath();
  private static final Path LOG = MODULE.resolve("target/late-7.log");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void seedsThatFailAreToldAndCounted() throws IOException {
    Files.deleteIfExists(LOG);
    assertEquals(1, run("--seeds", "3", "--from", "6", "--test", "FailsAt*Test"));
    List<String> lines = out.toString(UTF_8).lines().toList();
    assertTrue(lines.get(0).matches("campaigns: seed 6 passed, 2 tests in \\d+ s"), lines.get(0));
    assertEquals(
        "campaigns: seed 7 FAILED, 0 tests passed and 1 failed, see campaigns/target/late-7.log",
        lines.get(1));
    assertTrue(lines.get(2).contains("FailsAtSevenTest"), lines.get(2));
    assertTrue(lines.get(3).matches("campaigns: seed 8 passed, 1 tests in \\d+ s"), lines.get(3));
    assertEquals("campaigns: seeds=3 failures=1", lines.get(lines.size() - 1));
    assertTrue(Files.readString(LOG).contains("planted"));
    assertNull(System.getProperty("tenure.late.seed"));
    Files.delete(LOG);
  }

  @Test
  void seedsThatPassLeaveNoLog() {
    assertEquals(0, run("--seeds", "1", "--from", "8", "--test", "FailsAtSevenTest"));
    assertTrue(out.toString(UTF_8).endsWith("campaigns: seeds=1 failures=0\n"));
    assertFalse(Files.exists(MODULE.resolve("target/late-8.log")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--seeds 0", "--from many", "--test NowhereTest", "--test", "--quick", "--from 0"})
  void aCommandLineThatMakesNoSenseIsRefusedInOneSentence(String line) {
    assertEquals(2, run(line.split(" ", -1)));
    assertEquals("", out.toString(UTF_8));
    assertTrue(err.toString(UTF_8).matches("tenure late: [^\n]+\\.\n"), err.toString(UTF_8));
  }

  @Test
  void aModuleWithoutTestsIsRefused() {
    assertEquals(2, runPlain("--module", MODULE.resolve("src").toString()));
    assertTrue(err.toString(UTF_8).contains("compile the tests"), err.toString(UTF_8));
    assertEquals(2, runPlain("--seeds", "1"));
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("--module", MODULE.toString()));
    all.addAll(List.of(arguments));
    return runPlain(all.toArray(new String[0]));
  }

  private int runPlain(String... arguments) {
    return LateCommand.run(
        arguments, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }
}
