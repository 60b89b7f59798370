package dev.tenure.testkit.simulation;

import dev.tenure.testkit.commandline.HelpText;
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
