package dev.tenure.campaigns.mutation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The list of explained survivors keeps up with the code. */
class ExplainedSurvivorsTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final List<String> MODULES = List.of("queue-core", "queue-consumer");

  @Test
  void eachLineIsStillInItsClass() throws IOException {
    Path list = ROOT.resolve("campaigns/mutations/survivors.tsv");
    List<Survivor> survivors = ExplainedSurvivors.read(list).left();
    assertFalse(survivors.isEmpty());
    for (Survivor survivor : survivors) {
      assertTrue(source(survivor).contains(survivor.line()), survivor.columns());
    }
  }

  private static String source(Survivor survivor) throws IOException {
    String path = survivor.type().replaceFirst("\\$.*", "").replace('.', '/') + ".java";
    for (String module : MODULES) {
      Path file = ROOT.resolve(module).resolve("src/main/java").resolve(path);
      if (Files.exists(file)) {
        return Files.readString(file);
      }
    }
    throw new IOException("no source file of " + survivor.type());
  }
}
