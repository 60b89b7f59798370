package dev.tenure.examples.index;

import dev.tenure.testkit.commandline.HelpText;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class IndexHelpTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));

  @Test
  void helpWithoutABuildIsWhatTheCommandKnows() throws IOException {
    CommandLine command = new CommandLine(new IndexCommand());
    HelpText.check(ROOT, "index", command.getUsageMessage(Ansi.OFF));
    for (var each : command.getSubcommands().entrySet()) {
      String usage = each.getValue().getUsageMessage(Ansi.OFF);
      HelpText.check(ROOT, "index-" + each.getKey(), usage);
    }
  }
}
