package dev.tenure.campaigns.globalindex;

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

class GlobalIndexCommandTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void printsHowManyStatesThereAre() throws InterruptedException {
    assertEquals(0, run("--clients", "2", "--earlier", "0"));
    assertTrue(out.toString(UTF_8).contains(" states="), out.toString(UTF_8));
    assertTrue(out.toString(UTF_8).contains(" complete=true violations=0"), out.toString(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--clients 4",
        "--earlier 3",
        "--mode quick",
        "--minutes 0",
        "--client 2",
        "--histories 0",
        "--histories 5 --clients 2",
        "--histories 5 --mode moves",
        "--from 3",
        "--movers 2",
        "--outages 1 --mode shared",
        "--kinds create,create",
        "--clients 2 --clients 3"
      })
  void aCommandLineThatMakesNoSenseIsRefusedInOneSentence(String line) throws InterruptedException {
    assertEquals(2, run(line.split(" ", -1)));
    assertTrue(
        err.toString(UTF_8).matches("tenure global-index: [^\n]+\\.\n"), err.toString(UTF_8));
  }

  @Test
  void helpWithoutABuildIsWhatTheCommandKnows() throws IOException {
    HelpText.check(ROOT, "global-index", GlobalIndexArguments.USAGE);
  }

  private int run(String... arguments) throws InterruptedException {
    return GlobalIndexCommand.run(
        arguments, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }
}
