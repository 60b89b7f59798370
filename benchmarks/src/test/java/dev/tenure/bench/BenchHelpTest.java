package dev.tenure.bench;

import dev.tenure.testkit.commandline.HelpText;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class BenchHelpTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));

  @Test
  void helpWithoutABuildIsWhatTheCommandKnows() throws IOException {
    CommandLine command = new CommandLine(new BenchCommand());
    HelpText.check(ROOT, "bench", command.getUsageMessage(Ansi.OFF));
    for (var each : command.getSubcommands().entrySet()) {
      String usage = each.getValue().getUsageMessage(Ansi.OFF);
      HelpText.check(ROOT, "bench-" + each.getKey(), usage);
    }
  }
}
