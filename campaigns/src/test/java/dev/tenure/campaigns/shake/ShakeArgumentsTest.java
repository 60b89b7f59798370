package dev.tenure.campaigns.shake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.commandline.HelpText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShakeArgumentsTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));

  @Test
  void helpWithoutABuildIsWhatTheCommandKnows() throws IOException {
    HelpText.check(ROOT, "shake", ShakeArguments.USAGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rounds 3|--cluster-file is missing",
        "--cluster-file f --stop x|--stop is given without --start.",
        "--cluster-file f --kill x|--kill is given without --start.",
        "--cluster-file f --pause x|--pause is given without --resume.",
        "--cluster-file f --start x|--start has no effect without --stop or --kill.",
        "--cluster-file f --resume x|--resume has no effect without --pause.",
        "--cluster-file f --rounds 0|--rounds is 0",
        "--cluster-file f --consumers 17|--consumers is 17",
        "--cluster-file f --tenants x|--tenants is \"x\"",
        "--cluster-file f --kil x|\"--kil\"",
        "--cluster-file f --kill|--kill needs a value",
      })
  void errorNamesTheOption(String line, String message) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> ShakeArguments.parse(line.split(" ")));
    assertTrue(String.valueOf(error.getMessage()).contains(message), error.getMessage());
  }

  @Test
  void commandsSayWhatCanBeDone() {
    assertEquals(
        List.of(Shaking.CONSUMERS), ShakeArguments.parse("--cluster-file", "f").shakings());
    assertEquals(
        List.of(Shaking.KILL, Shaking.PAUSE, Shaking.CONSUMERS),
        ShakeArguments.parse(
                "--cluster-file",
                "f",
                "--kill",
                "a",
                "--start",
                "b",
                "--pause",
                "c",
                "--resume",
                "d")
            .shakings());
  }

  @Test
  void clusterFileThatCannotBeReadIsRefused() throws IOException, InterruptedException {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        ShakeCommand.run(
            new String[] {"--cluster-file", "no/such/file"},
            System.out,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertEquals(2, code);
    assertEquals(
        "tenure shake: --cluster-file is no/such/file, which cannot be read.\n",
        err.toString(StandardCharsets.UTF_8));
  }
}
