package dev.tenure.campaigns.simulation;

import dev.tenure.campaigns.commandline.HelpText;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SimulationHelpTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));

  @Test
  void helpWithoutABuildIsWhatTheCommandKnows() throws IOException {
    HelpText.check(ROOT, "sim", SimulationArguments.USAGE);
  }
}
